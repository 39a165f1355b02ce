BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0003');
CREATE TABLE beside (
	fight INTEGER NOT NULL, 
	part TEXT NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (fight, part), 
	FOREIGN KEY(fight) REFERENCES fights (id)
)
 STRICT

;
INSERT INTO "beside" VALUES(1,'free','[{"by":"Tobin","dice":"1d6","text":"d6","faces":[4],"total":"4","secret":false,"seat":""}]');
CREATE TABLE blocks (
	system TEXT NOT NULL, 
	shelf TEXT NOT NULL, 
	id TEXT NOT NULL, 
	block TEXT NOT NULL, 
	touched TEXT NOT NULL, 
	PRIMARY KEY (system, shelf, id)
)
 STRICT

;
CREATE TABLE doctrines (
	system TEXT NOT NULL, 
	id TEXT NOT NULL, 
	text TEXT NOT NULL, 
	touched TEXT NOT NULL, 
	PRIMARY KEY (system, id)
)
 STRICT

;
INSERT INTO "doctrines" VALUES('trade','careful','# A party that looks after its own. What it does not mention, the sensible policy decides.
system = "trade"
side = "heroes"
name = "careful"
about = "The healthiest goes first, whoever can helps the others up, and a good blow goes deep."
fallback = "sensible"

# Whoever can take a blow best goes first.
[[when]]
question = "trade.start.hero-order"
prefer = ["go/@highest:health:heroes"]

# Somebody is down, or nearly: give health back, to those down first.
[[when]]
question = "trade.turn.choice"
if = ["@lowest:health:heroes.health <= 3"]
prefer = [
  "ability/mending-rite/@first:heroes:down",
  "ability/mending-rite/@lowest:health:heroes",
]

# Alone against several and bloodied: no further risk.
[[when]]
question = "trade.turn.choice"
if = ["self is bloodied", "heroes = 1"]
unless = ["foes = 1"]
prefer = ["end"]

# A success is worth most as damage while they are many.
[[when]]
question = "trade.success.damage-and-effect"
if = ["foes >= 2"]
prefer = ["additional-damage", "better-position"]
','2026-11-30T08:45:10.132+00:00');
CREATE TABLE entries (
	fight INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	"row" TEXT NOT NULL, 
	PRIMARY KEY (fight, number), 
	FOREIGN KEY(fight) REFERENCES fights (id)
)
 STRICT

;
INSERT INTO "entries" VALUES(1,0,'2026-11-30T06:12:41.448+00:00','{"entry":null,"struck":0,"note":null,"events":[{"code":"scene","rule":"trade.scene.set-up","also":["trade.scene.reach-record","trade.start.no-initiative"],"round":0,"step":1,"fields":{"between":"a wet plank bridge, wide enough for one","aims":{"heroes":"cross, and be seen to cross","foes":"make an example without a corpse"},"near":[["tobin-fray","bridge-blade"]]}},{"code":"stands","rule":"trade.scene.set-up","also":["trade.scene.narrative-positions","trade.roll.stats","trade.health.ten"],"round":0,"step":1,"fields":{"who":"tobin-fray","place":"on the first planks"}},{"code":"stands","rule":"trade.scene.set-up","also":["trade.scene.narrative-positions","trade.npc.stat-block","trade.npc.stat-block-fields"],"round":0,"step":1,"fields":{"who":"bridge-blade","place":"in the middle of the bridge"}},{"code":"drop","rule":"trade.start.drop-first","also":["trade.start.heroes-first","trade.start.no-initiative"],"round":1,"step":1,"fields":{"side":"nobody"}},{"code":"turn","rule":"trade.turn.two-actions","also":["trade.start.hero-order","trade.start.heroes-first"],"round":1,"step":2,"fields":{"who":"tobin-fray","actions":2,"better":0,"bad":0}}]}');
INSERT INTO "entries" VALUES(1,1,'2026-11-30T06:12:41.478+00:00','{"entry":{"answer":["trade.turn.choice","choice","tobin-fray",3,1],"by":"policy:sensible","key":["fight","rapier-and-parrying-dagger","bridge-blade"]},"struck":0,"note":null,"events":[{"code":"ruled-by-default","rule":"trade.scene.fiction-limits","round":1,"step":3,"fields":{"ruling":["allowed"]},"audience":"gm"},{"code":"attack","rule":"trade.fight.stat","also":["trade.weapon.category","trade.action.five","trade.turn.two-actions"],"round":1,"step":3,"fields":{"who":"tobin-fray","weapon":"rapier-and-parrying-dagger","target":"bridge-blade","stat":"reflexes"}}]}');
INSERT INTO "entries" VALUES(1,2,'2026-11-30T06:12:41.484+00:00','{"entry":{"answer":["trade.fight.stat","roll","tobin-fray",3,3],"by":"program","faces":[2,1,2,4],"how":"rolled"},"struck":0,"note":null,"events":[{"code":"rolled","rule":"trade.fight.stat","also":["trade.roll.pool","trade.roll.result"],"round":1,"step":3,"fields":{"who":"tobin-fray","pool":"4d6>=5","faces":[2,1,2,4],"how":"rolled","reading":"failure"}},{"code":"read","rule":"trade.roll.result","also":["trade.roll.pool","trade.roll.hits"],"round":1,"step":3,"fields":{"who":"tobin-fray","stat":"reflexes","dice":4,"reading":"failure","base":4,"changed":[]}},{"code":"turn-lost","rule":"trade.failure.ends-turn","round":1,"step":3,"fields":{"who":"tobin-fray","actions":1}}]}');
INSERT INTO "entries" VALUES(1,3,'2026-11-30T06:12:41.488+00:00','{"entry":{"answer":["trade.failure.worse-position","ruling","gm",3,4],"by":"policy:sensible","key":["bad-situation"]},"struck":0,"note":null,"events":[{"code":"worse-position","rule":"trade.failure.worse-position","also":["trade.failure.options-must-apply"],"round":1,"step":3,"fields":{"who":"tobin-fray","by":"bridge-blade","effect":"bad-situation"}},{"code":"ruled-by-default","rule":"trade.armor.physical-only","round":1,"step":3,"fields":{"ruling":["soaked"]},"audience":"gm"},{"code":"ruled-by-default","rule":"trade.armor.clever","round":1,"step":3,"fields":{"ruling":["extra","0"]},"audience":"gm"},{"code":"hurt","rule":"trade.failure.blow","also":["trade.failure.order","trade.failure.only-second-action","trade.npc.never-rolls","trade.damage.static","trade.damage.one-hit","trade.armor.soak","trade.armor.reductions","trade.armor.one-suit"],"round":1,"step":3,"fields":{"target":"tobin-fray","by":"bridge-blade","raw":3,"soaked":1,"warded":0,"dealt":2,"before":10,"now":8,"past_armor":false}},{"code":"position","rule":"trade.failure.bad-situation","also":["trade.failure.worse-position","trade.position.next-turn-only"],"round":1,"step":3,"fields":{"who":"tobin-fray","kind":"bad-situation","commander":""}},{"code":"turn-over","rule":"trade.turn.end","also":["trade.failure.ends-turn"],"round":1,"step":3,"fields":{"who":"tobin-fray","why":"failed"}},{"code":"enemy-phase","rule":"trade.phase.when","also":["trade.phase.after-each-turn"],"round":1,"step":4,"fields":{"who":"tobin-fray"}}]}');
INSERT INTO "entries" VALUES(1,4,'2026-11-30T06:12:41.500+00:00','{"entry":{"answer":["trade.phase.group-pick","ruling","gm",4,1],"by":"policy:sensible","key":["strike","bridge-blade","tobin-fray"]},"struck":0,"note":null,"events":[{"code":"declared","rule":"trade.phase.group-pick","also":["trade.phase.target","trade.phase.one-action","trade.phase.fought-enemy-acts","trade.phase.default-actor","trade.failure.phase-still-comes","trade.failure.only-second-action"],"round":1,"step":4,"fields":{"who":"bridge-blade","action":"strike","target":"tobin-fray"}},{"code":"ruled-by-default","rule":"trade.armor.physical-only","round":1,"step":4,"fields":{"ruling":["soaked"]},"audience":"gm"},{"code":"ruled-by-default","rule":"trade.armor.clever","round":1,"step":4,"fields":{"ruling":["extra","0"]},"audience":"gm"},{"code":"hurt","rule":"trade.phase.one-action","also":["trade.npc.never-rolls","trade.damage.static","trade.damage.one-hit","trade.armor.soak","trade.armor.reductions","trade.armor.one-suit"],"round":1,"step":4,"fields":{"target":"tobin-fray","by":"bridge-blade","raw":3,"soaked":1,"warded":0,"dealt":2,"before":8,"now":6,"past_armor":false}},{"code":"phase-over","rule":"trade.phase.clean-up","round":1,"step":4,"fields":{}},{"code":"round","rule":"trade.start.round-and-exchange","round":2,"step":5,"fields":{"number":2}},{"code":"turn","rule":"trade.turn.two-actions","also":["trade.start.hero-order","trade.position.next-turn-only"],"round":2,"step":6,"fields":{"who":"tobin-fray","actions":2,"better":0,"bad":1}}]}');
INSERT INTO "entries" VALUES(1,5,'2026-11-30T06:12:41.504+00:00','{"entry":{"answer":["trade.turn.choice","choice","tobin-fray",7,1],"by":"policy:sensible","key":["fight","rapier-and-parrying-dagger","bridge-blade"]},"struck":0,"note":null,"events":[{"code":"ruled-by-default","rule":"trade.scene.fiction-limits","round":2,"step":7,"fields":{"ruling":["allowed"]},"audience":"gm"},{"code":"attack","rule":"trade.fight.stat","also":["trade.weapon.category","trade.action.five","trade.turn.two-actions"],"round":2,"step":7,"fields":{"who":"tobin-fray","weapon":"rapier-and-parrying-dagger","target":"bridge-blade","stat":"reflexes"}}]}');
INSERT INTO "entries" VALUES(1,6,'2026-11-30T06:12:41.507+00:00','{"entry":{"answer":["trade.fight.stat","roll","tobin-fray",7,3],"by":"program","faces":[1,4,4],"how":"rolled"},"struck":0,"note":null,"events":[{"code":"rolled","rule":"trade.fight.stat","also":["trade.roll.pool","trade.roll.result"],"round":2,"step":7,"fields":{"who":"tobin-fray","pool":"3d6>=5","faces":[1,4,4],"how":"rolled","reading":"failure"}},{"code":"read","rule":"trade.roll.result","also":["trade.roll.pool","trade.roll.hits","trade.failure.bad-situation","trade.roll.modifiers-add","trade.position.next-turn-only"],"round":2,"step":7,"fields":{"who":"tobin-fray","stat":"reflexes","dice":3,"reading":"failure","base":4,"changed":["bad situation -1"]}},{"code":"turn-lost","rule":"trade.failure.ends-turn","round":2,"step":7,"fields":{"who":"tobin-fray","actions":1}}]}');
INSERT INTO "entries" VALUES(1,7,'2026-11-30T06:12:41.511+00:00','{"entry":{"answer":["trade.failure.worse-position","ruling","gm",7,4],"by":"policy:sensible","key":["bad-situation"]},"struck":0,"note":null,"events":[{"code":"worse-position","rule":"trade.failure.worse-position","also":["trade.failure.options-must-apply"],"round":2,"step":7,"fields":{"who":"tobin-fray","by":"bridge-blade","effect":"bad-situation"}},{"code":"ruled-by-default","rule":"trade.armor.physical-only","round":2,"step":7,"fields":{"ruling":["soaked"]},"audience":"gm"},{"code":"ruled-by-default","rule":"trade.armor.clever","round":2,"step":7,"fields":{"ruling":["extra","0"]},"audience":"gm"},{"code":"hurt","rule":"trade.failure.blow","also":["trade.failure.order","trade.failure.only-second-action","trade.npc.never-rolls","trade.damage.static","trade.damage.one-hit","trade.armor.soak","trade.armor.reductions","trade.armor.one-suit"],"round":2,"step":7,"fields":{"target":"tobin-fray","by":"bridge-blade","raw":3,"soaked":1,"warded":0,"dealt":2,"before":6,"now":4,"past_armor":false}},{"code":"position","rule":"trade.failure.bad-situation","also":["trade.failure.worse-position","trade.position.next-turn-only"],"round":2,"step":7,"fields":{"who":"tobin-fray","kind":"bad-situation","commander":""}},{"code":"turn-over","rule":"trade.turn.end","also":["trade.failure.ends-turn"],"round":2,"step":7,"fields":{"who":"tobin-fray","why":"failed"}},{"code":"enemy-phase","rule":"trade.phase.when","also":["trade.phase.after-each-turn"],"round":2,"step":8,"fields":{"who":"tobin-fray"}}]}');
INSERT INTO "entries" VALUES(1,8,'2026-11-30T06:12:41.515+00:00','{"entry":{"answer":["trade.phase.group-pick","ruling","gm",8,1],"by":"policy:sensible","key":["strike","bridge-blade","tobin-fray"]},"struck":0,"note":null,"events":[{"code":"declared","rule":"trade.phase.group-pick","also":["trade.phase.target","trade.phase.one-action","trade.phase.fought-enemy-acts","trade.phase.default-actor","trade.failure.phase-still-comes","trade.failure.only-second-action"],"round":2,"step":8,"fields":{"who":"bridge-blade","action":"strike","target":"tobin-fray"}},{"code":"ruled-by-default","rule":"trade.armor.physical-only","round":2,"step":8,"fields":{"ruling":["soaked"]},"audience":"gm"},{"code":"ruled-by-default","rule":"trade.armor.clever","round":2,"step":8,"fields":{"ruling":["extra","0"]},"audience":"gm"},{"code":"hurt","rule":"trade.phase.one-action","also":["trade.npc.never-rolls","trade.damage.static","trade.damage.one-hit","trade.armor.soak","trade.armor.reductions","trade.armor.one-suit"],"round":2,"step":8,"fields":{"target":"tobin-fray","by":"bridge-blade","raw":3,"soaked":1,"warded":0,"dealt":2,"before":4,"now":2,"past_armor":false}},{"code":"bloodied","rule":"trade.health.bloodied","round":2,"step":8,"fields":{"who":"tobin-fray","health":2}},{"code":"phase-over","rule":"trade.phase.clean-up","round":2,"step":8,"fields":{}},{"code":"round","rule":"trade.start.round-and-exchange","round":3,"step":9,"fields":{"number":3}},{"code":"turn","rule":"trade.turn.two-actions","also":["trade.start.hero-order","trade.position.next-turn-only"],"round":3,"step":10,"fields":{"who":"tobin-fray","actions":2,"better":0,"bad":1}}]}');
INSERT INTO "entries" VALUES(1,9,'2026-11-30T06:12:41.523+00:00','{"entry":{"answer":["trade.turn.choice","choice","tobin-fray",11,1],"by":"policy:sensible","key":["end"]},"struck":0,"note":null,"events":[{"code":"turn-over","rule":"trade.turn.end","also":["trade.turn.may-pass"],"round":3,"step":11,"fields":{"who":"tobin-fray","why":"ended"}},{"code":"enemy-phase","rule":"trade.phase.when","also":["trade.phase.after-each-turn"],"round":3,"step":12,"fields":{"who":"tobin-fray"}}]}');
INSERT INTO "entries" VALUES(1,10,'2026-11-30T06:12:41.527+00:00','{"entry":{"answer":["trade.phase.group-pick","ruling","gm",12,1],"by":"policy:sensible","key":["strike","bridge-blade","tobin-fray"]},"struck":0,"note":null,"events":[{"code":"declared","rule":"trade.phase.group-pick","also":["trade.phase.target","trade.phase.one-action"],"round":3,"step":12,"fields":{"who":"bridge-blade","action":"strike","target":"tobin-fray"}},{"code":"ruled-by-default","rule":"trade.armor.physical-only","round":3,"step":12,"fields":{"ruling":["soaked"]},"audience":"gm"},{"code":"ruled-by-default","rule":"trade.armor.clever","round":3,"step":12,"fields":{"ruling":["extra","0"]},"audience":"gm"},{"code":"hurt","rule":"trade.phase.one-action","also":["trade.npc.never-rolls","trade.damage.static","trade.damage.one-hit","trade.armor.soak","trade.armor.reductions","trade.armor.one-suit"],"round":3,"step":12,"fields":{"target":"tobin-fray","by":"bridge-blade","raw":3,"soaked":1,"warded":0,"dealt":2,"before":2,"now":0,"past_armor":false}},{"code":"down","rule":"trade.health.down","also":["trade.health.down-means"],"round":3,"step":12,"fields":{"who":"tobin-fray"}},{"code":"ruled-by-default","rule":"trade.health.down-fate","round":3,"step":12,"fields":{"ruling":["lying","spared"]},"audience":"gm"},{"code":"fate","rule":"trade.health.down-fate","round":3,"step":12,"fields":{"who":"tobin-fray","fate":"lying","after":"spared"}},{"code":"fight-over","rule":"trade.end.when","also":["trade.end.at-once","trade.end.heroes-side"],"round":3,"step":12,"fields":{"result":"foes","round":3}},{"code":"aftermath","rule":"trade.end.carry-over","also":["trade.rest.heals"],"round":3,"step":13,"fields":{"result":"foes"}}]}');
INSERT INTO "entries" VALUES(1,11,'2026-11-30T06:12:41.539+00:00','{"entry":{"answer":["trade.rest.heals","choice","@heroes",14,1],"by":"policy:sensible","key":["breather"]},"struck":0,"note":null,"events":[{"code":"rested","rule":"trade.rest.breather","also":["trade.rest.heals"],"round":3,"step":14,"fields":{"kind":"breather"}}]}');
INSERT INTO "entries" VALUES(1,12,'2026-11-30T06:12:41.543+00:00','{"entry":{"answer":["trade.rest.heals","choice","@heroes",15,1],"by":"policy:sensible","key":["done"]},"struck":0,"note":null,"events":[]}');
INSERT INTO "entries" VALUES(1,13,'2026-11-30T06:12:41.551+00:00','{"entry":{"undo":10,"by":"gm"},"struck":1,"note":{"code":"took-back","rule":"kernel.undo.recorded","round":3,"step":14,"fields":{"by":"gm","what":"1 events","codes":["rested"]}},"events":[]}');
INSERT INTO "entries" VALUES(1,14,'2026-11-30T06:12:41.559+00:00','{"entry":{"answer":["trade.rest.heals","choice","@heroes",14,1],"by":"policy:sensible","key":["breather"]},"struck":0,"note":null,"events":[{"code":"rested","rule":"trade.rest.breather","also":["trade.rest.heals"],"round":3,"step":14,"fields":{"kind":"breather"}}]}');
CREATE TABLE fights (
	id INTEGER NOT NULL, 
	party INTEGER NOT NULL, 
	system TEXT NOT NULL, 
	title TEXT NOT NULL, 
	rulebook TEXT NOT NULL, 
	secret TEXT NOT NULL, 
	setup TEXT NOT NULL, 
	begun TEXT NOT NULL, 
	archived INTEGER NOT NULL, 
	touched TEXT NOT NULL, 
	entries INTEGER NOT NULL, 
	round INTEGER NOT NULL, 
	result TEXT, 
	closed INTEGER NOT NULL, 
	open TEXT NOT NULL, 
	digest TEXT NOT NULL, 
	seen TEXT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(party) REFERENCES parties (id)
)
 STRICT

;
INSERT INTO "fights" VALUES(1,1,'trade','The old duel','0fd1b9b415044354','6f6c64','{"system":"trade","title":"The bridge at low water","roster":[{"name":"Tobin Fray","place":"on the first planks","hidden":false,"shown":"all","stats":{"strength":2,"reflexes":4,"wits":2,"charm":3},"health":10,"weapons":[{"id":"rapier-and-parrying-dagger","name":"rapier and parrying dagger","category":"light-melee","damage":4,"lost":""},{"id":"dagger","name":"dagger","category":"light-melee","damage":2,"lost":""}],"armor":{"id":"quilted-coat","name":"quilted coat","class":"light","reduction":1},"tools":[],"abilities":[{"id":"cutting-remark","name":"cutting remark","origin":"profession","target":"one enemy","effects":[{"kind":"suppress"}],"uses_per_fight":null,"used":0,"stat":"charm","lost":""}],"id":"tobin-fray","side":"heroes","kind":"hero"},{"name":"Bridge-blade","place":"in the middle of the bridge","hidden":false,"shown":"word","hp":20,"hp_now":20,"damage":3,"goals":["be talked about","no killing on the bridge"],"abilities":[{"id":"bind-the-blade","name":"bind the blade","origin":"","target":"one hero or ally","effects":[{"kind":"dice","dice":-1}],"uses_per_fight":null,"used":0}],"loot":["rapier","a ring that does not fit"],"ranged":false,"make":"living","armor":0,"id":"bridge-blade","side":"foes","kind":"foe"}],"scene":{"drop":"nobody","near":[["tobin-fray","bridge-blade"]],"between":"a wet plank bridge, wide enough for one","aims":{"heroes":"cross, and be seen to cross","foes":"make an example without a corpse"}},"house-rules":{},"max-rounds":100,"about":"One plank bridge, one toll, and a blade that would rather be paid in stories. Two people fight; the rest of the town watches from the bank."}','2026-11-30T06:12:41.448+00:00',0,'2026-11-30T06:12:41.559+00:00',14,3,'foes',0,'[]','cd1a338ca1081ea3d7bfa74e890dd43e2a00bceb8c62a418c0f94794ba4272ba','4f53cda18c2baa0c0354bb5f9a3ecbe5ed12ab4d8e11ba873c2f11161202b945');
CREATE TABLE history (
	party INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	at TEXT NOT NULL, 
	kind TEXT NOT NULL, 
	fight INTEGER, 
	result TEXT, 
	heroes TEXT NOT NULL, 
	PRIMARY KEY (party, number), 
	FOREIGN KEY(party) REFERENCES parties (id), 
	FOREIGN KEY(fight) REFERENCES fights (id)
)
 STRICT

;
INSERT INTO "history" VALUES(1,0,'2026-11-30T06:12:41.448+00:00','met',NULL,NULL,'[{"name":"Tobin Fray","place":"on the first planks","hidden":false,"shown":"all","stats":{"strength":2,"reflexes":4,"wits":2,"charm":3},"health":10,"weapons":[{"id":"rapier-and-parrying-dagger","name":"rapier and parrying dagger","category":"light-melee","damage":4,"lost":""},{"id":"dagger","name":"dagger","category":"light-melee","damage":2,"lost":""}],"armor":{"id":"quilted-coat","name":"quilted coat","class":"light","reduction":1},"tools":[],"abilities":[{"id":"cutting-remark","name":"cutting remark","origin":"profession","target":"one enemy","effects":[{"kind":"suppress"}],"uses_per_fight":null,"used":0,"stat":"charm","lost":""}],"id":"tobin-fray","side":"heroes","kind":"hero"}]');
INSERT INTO "history" VALUES(1,1,'2026-11-30T06:12:41.527+00:00','fight',1,'foes','[{"id":"tobin-fray","name":"Tobin Fray","side":"heroes","kind":"hero","place":"","hidden":false,"shown":"all","abilities":[{"id":"cutting-remark","name":"cutting remark","origin":"profession","target":"one enemy","effects":[{"kind":"suppress"}],"uses_per_fight":null,"used":0,"stat":"charm"}],"stats":{"strength":2,"reflexes":4,"wits":2,"charm":3},"health":0,"weapons":[{"id":"rapier-and-parrying-dagger","name":"rapier and parrying dagger","category":"light-melee","damage":4,"lost":""},{"id":"dagger","name":"dagger","category":"light-melee","damage":2,"lost":""}],"armor":{"id":"quilted-coat","name":"quilted coat","class":"light","reduction":1},"tools":[]}]');
INSERT INTO "history" VALUES(1,2,'2026-11-30T06:12:41.543+00:00','after',1,'foes','[{"id":"tobin-fray","name":"Tobin Fray","side":"heroes","kind":"hero","place":"","hidden":false,"shown":"all","abilities":[{"id":"cutting-remark","name":"cutting remark","origin":"profession","target":"one enemy","effects":[{"kind":"suppress"}],"uses_per_fight":null,"used":0,"stat":"charm"}],"stats":{"strength":2,"reflexes":4,"wits":2,"charm":3},"health":0,"weapons":[{"id":"rapier-and-parrying-dagger","name":"rapier and parrying dagger","category":"light-melee","damage":4,"lost":""},{"id":"dagger","name":"dagger","category":"light-melee","damage":2,"lost":""}],"armor":{"id":"quilted-coat","name":"quilted coat","class":"light","reduction":1},"tools":[]}]');
INSERT INTO "history" VALUES(1,3,'2026-11-30T06:12:41.551+00:00','reopened',1,'foes','[{"id":"tobin-fray","name":"Tobin Fray","side":"heroes","kind":"hero","place":"","hidden":false,"shown":"all","abilities":[{"id":"cutting-remark","name":"cutting remark","origin":"profession","target":"one enemy","effects":[{"kind":"suppress"}],"uses_per_fight":null,"used":0,"stat":"charm"}],"stats":{"strength":2,"reflexes":4,"wits":2,"charm":3},"health":0,"weapons":[{"id":"rapier-and-parrying-dagger","name":"rapier and parrying dagger","category":"light-melee","damage":4,"lost":""},{"id":"dagger","name":"dagger","category":"light-melee","damage":2,"lost":""}],"armor":{"id":"quilted-coat","name":"quilted coat","class":"light","reduction":1},"tools":[]}]');
CREATE TABLE links (
	hash TEXT NOT NULL, 
	seat TEXT NOT NULL, 
	made TEXT NOT NULL, 
	PRIMARY KEY (hash), 
	FOREIGN KEY(seat) REFERENCES seats (id)
)
 STRICT

;
CREATE TABLE parties (
	id INTEGER NOT NULL, 
	system TEXT NOT NULL, 
	name TEXT NOT NULL, 
	begun TEXT NOT NULL, 
	PRIMARY KEY (id)
)
 STRICT

;
INSERT INTO "parties" VALUES(1,'trade','Tobin Fray','2026-11-30T06:12:41.448+00:00');
CREATE TABLE requests (
	fight INTEGER NOT NULL, 
	"key" TEXT NOT NULL, 
	number INTEGER NOT NULL, 
	PRIMARY KEY (fight, "key"), 
	FOREIGN KEY(fight) REFERENCES fights (id)
)
 STRICT

;
CREATE TABLE seats (
	id TEXT NOT NULL, 
	fight INTEGER, 
	kind TEXT NOT NULL, 
	name TEXT NOT NULL, 
	holds TEXT NOT NULL, 
	csrf TEXT NOT NULL, 
	made TEXT NOT NULL, 
	revoked INTEGER NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(fight) REFERENCES fights (id)
)
 STRICT

;
CREATE TABLE sittings (
	fight INTEGER NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (fight), 
	FOREIGN KEY(fight) REFERENCES fights (id)
)
 STRICT

;
CREATE TABLE snapshots (
	fight INTEGER NOT NULL, 
	step INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	state TEXT NOT NULL, 
	PRIMARY KEY (fight, step), 
	FOREIGN KEY(fight) REFERENCES fights (id)
)
 STRICT

;
INSERT INTO "snapshots" VALUES(1,0,1,'{"round":0,"step":0,"result":null,"closed":false,"depth":0,"stage":"start","acting":"","actions":0,"taken":0,"gained":0,"underway":false,"opening":0,"phase_due":false,"between":"a wet plank bridge, wide enough for one","breather_taken":false,"night_taken":false,"combatants":[{"block":{"id":"tobin-fray","name":"Tobin Fray","side":"heroes","kind":"hero","place":"on the first planks","hidden":false,"shown":"all","abilities":[{"id":"cutting-remark","name":"cutting remark","origin":"profession","target":"one enemy","effects":[{"kind":"suppress"}],"uses_per_fight":null,"used":0,"stat":"charm"}],"stats":{"strength":2,"reflexes":4,"wits":2,"charm":3},"health":10,"weapons":[{"id":"rapier-and-parrying-dagger","name":"rapier and parrying dagger","category":"light-melee","damage":4,"lost":""},{"id":"dagger","name":"dagger","category":"light-melee","damage":2,"lost":""}],"armor":{"id":"quilted-coat","name":"quilted coat","class":"light","reduction":1},"tools":[]},"notes":{},"removed":false,"status":"","ward":0,"pressed":false,"in_hand":"","better_waiting":0,"bad_waiting":0,"better":0,"bad":0,"reserve":0,"acted":false,"fate":"","exposed":false,"lost":{},"command_waiting":{},"command_bad":{},"fought":[]},{"block":{"id":"bridge-blade","name":"Bridge-blade","side":"foes","kind":"foe","place":"in the middle of the bridge","hidden":false,"shown":"word","abilities":[{"id":"bind-the-blade","name":"bind the blade","origin":"","target":"one hero or ally","effects":[{"kind":"dice","dice":-1}],"uses_per_fight":null,"used":0}],"hp":20,"hp_now":20,"damage":3,"goals":["be talked about","no killing on the bridge"],"loot":["rapier","a ring that does not fit"],"ranged":false,"make":"living","armor":0},"notes":{},"removed":false,"status":"","ward":0,"pressed":false,"suppressed":false,"closed":0,"acted":false,"looted":false}],"kept":{"trade.scene.set-up":["near","a wet plank bridge, wide enough for one","cross, and be seen to cross","make an example without a corpse"],"trade.start.drop-first":["nobody"]},"passes":{},"refused":[],"rolls":[],"trades":[],"trades_later":[],"declared":[],"near":[["tobin-fray","bridge-blade"]],"aims":[["heroes","cross, and be seen to cross"],["foes","make an example without a corpse"]]}');
INSERT INTO "snapshots" VALUES(1,10,1,'{"round":3,"step":10,"result":null,"closed":false,"depth":0,"stage":"turn","acting":"tobin-fray","actions":2,"taken":0,"gained":0,"underway":false,"opening":0,"phase_due":true,"between":"a wet plank bridge, wide enough for one","breather_taken":false,"night_taken":false,"combatants":[{"block":{"id":"tobin-fray","name":"Tobin Fray","side":"heroes","kind":"hero","place":"on the first planks","hidden":false,"shown":"all","abilities":[{"id":"cutting-remark","name":"cutting remark","origin":"profession","target":"one enemy","effects":[{"kind":"suppress"}],"uses_per_fight":null,"used":0,"stat":"charm"}],"stats":{"strength":2,"reflexes":4,"wits":2,"charm":3},"health":2,"weapons":[{"id":"rapier-and-parrying-dagger","name":"rapier and parrying dagger","category":"light-melee","damage":4,"lost":""},{"id":"dagger","name":"dagger","category":"light-melee","damage":2,"lost":""}],"armor":{"id":"quilted-coat","name":"quilted coat","class":"light","reduction":1},"tools":[]},"notes":{},"removed":false,"status":"","ward":0,"pressed":false,"in_hand":"rapier-and-parrying-dagger","better_waiting":0,"bad_waiting":0,"better":0,"bad":1,"reserve":0,"acted":true,"fate":"","exposed":false,"lost":{},"command_waiting":{},"command_bad":{},"fought":["bridge-blade"]},{"block":{"id":"bridge-blade","name":"Bridge-blade","side":"foes","kind":"foe","place":"in the middle of the bridge","hidden":false,"shown":"word","abilities":[{"id":"bind-the-blade","name":"bind the blade","origin":"","target":"one hero or ally","effects":[{"kind":"dice","dice":-1}],"uses_per_fight":null,"used":0}],"hp":20,"hp_now":20,"damage":3,"goals":["be talked about","no killing on the bridge"],"loot":["rapier","a ring that does not fit"],"ranged":false,"make":"living","armor":0},"notes":{},"removed":false,"status":"","ward":0,"pressed":false,"suppressed":false,"closed":0,"acted":false,"looted":false}],"kept":{"trade.scene.set-up":["near","a wet plank bridge, wide enough for one","cross, and be seen to cross","make an example without a corpse"],"trade.start.drop-first":["nobody"]},"passes":{},"refused":[],"rolls":[],"trades":[],"trades_later":[],"declared":[],"near":[["tobin-fray","bridge-blade"]],"aims":[["heroes","cross, and be seen to cross"],["foes","make an example without a corpse"]]}');
INSERT INTO "snapshots" VALUES(1,14,1,'{"round":3,"step":14,"result":"foes","closed":false,"depth":0,"stage":"rest","acting":"","actions":0,"taken":0,"gained":0,"underway":false,"opening":0,"phase_due":false,"between":"a wet plank bridge, wide enough for one","breather_taken":true,"night_taken":false,"combatants":[{"block":{"id":"tobin-fray","name":"Tobin Fray","side":"heroes","kind":"hero","place":"on the first planks","hidden":false,"shown":"all","abilities":[{"id":"cutting-remark","name":"cutting remark","origin":"profession","target":"one enemy","effects":[{"kind":"suppress"}],"uses_per_fight":null,"used":0,"stat":"charm"}],"stats":{"strength":2,"reflexes":4,"wits":2,"charm":3},"health":0,"weapons":[{"id":"rapier-and-parrying-dagger","name":"rapier and parrying dagger","category":"light-melee","damage":4,"lost":""},{"id":"dagger","name":"dagger","category":"light-melee","damage":2,"lost":""}],"armor":{"id":"quilted-coat","name":"quilted coat","class":"light","reduction":1},"tools":[]},"notes":{},"removed":false,"status":"","ward":0,"pressed":false,"in_hand":"rapier-and-parrying-dagger","better_waiting":0,"bad_waiting":0,"better":0,"bad":0,"reserve":0,"acted":true,"fate":"lying","exposed":false,"lost":{},"command_waiting":{},"command_bad":{},"fought":["bridge-blade"]},{"block":{"id":"bridge-blade","name":"Bridge-blade","side":"foes","kind":"foe","place":"in the middle of the bridge","hidden":false,"shown":"word","abilities":[{"id":"bind-the-blade","name":"bind the blade","origin":"","target":"one hero or ally","effects":[{"kind":"dice","dice":-1}],"uses_per_fight":null,"used":0}],"hp":20,"hp_now":20,"damage":3,"goals":["be talked about","no killing on the bridge"],"loot":["rapier","a ring that does not fit"],"ranged":false,"make":"living","armor":0},"notes":{},"removed":false,"status":"","ward":0,"pressed":false,"suppressed":false,"closed":0,"acted":true,"looted":false}],"kept":{"trade.scene.set-up":["near","a wet plank bridge, wide enough for one","cross, and be seen to cross","make an example without a corpse"],"trade.start.drop-first":["nobody"]},"passes":{},"refused":[],"rolls":[],"trades":[],"trades_later":[],"declared":[],"near":[],"aims":[["heroes","cross, and be seen to cross"],["foes","make an example without a corpse"]]}');
CREATE TABLE steps (
	fight INTEGER NOT NULL, 
	number INTEGER NOT NULL, 
	entries INTEGER NOT NULL, 
	events INTEGER NOT NULL, 
	told TEXT NOT NULL, 
	PRIMARY KEY (fight, number), 
	FOREIGN KEY(fight) REFERENCES fights (id)
)
 STRICT

;
INSERT INTO "steps" VALUES(1,0,0,0,'[]');
INSERT INTO "steps" VALUES(1,1,0,4,'[]');
INSERT INTO "steps" VALUES(1,2,0,5,'[]');
INSERT INTO "steps" VALUES(1,3,3,16,'[[1,{"id":["trade.scene.fiction-limits","ruling","gm",3,2],"rules":["trade.scene.fiction-limits"],"options":[["allowed"],["refused",{"text":200}]],"default":["allowed"],"path":["trade.scene.fiction-limits"]}],[3,{"id":["trade.armor.physical-only","ruling","gm",3,5],"rules":["trade.armor.physical-only"],"options":[["soaked"],["past"]],"default":["soaked"],"path":["trade.fight.stat","trade.roll.result","trade.failure.ends-turn","trade.failure.worse-position","trade.armor.physical-only"]}],[3,{"id":["trade.armor.clever","ruling","gm",3,6],"rules":["trade.armor.clever"],"options":[["extra",{"number":[0,20]}]],"default":["extra","0"],"path":["trade.fight.stat","trade.roll.result","trade.failure.ends-turn","trade.failure.worse-position","trade.armor.clever"]}]]');
INSERT INTO "steps" VALUES(1,4,4,22,'[[1,{"id":["trade.armor.physical-only","ruling","gm",4,2],"rules":["trade.armor.physical-only"],"options":[["soaked"],["past"]],"default":["soaked"],"path":["trade.phase.when","trade.phase.group-pick","trade.armor.physical-only"]}],[1,{"id":["trade.armor.clever","ruling","gm",4,3],"rules":["trade.armor.clever"],"options":[["extra",{"number":[0,20]}]],"default":["extra","0"],"path":["trade.phase.when","trade.phase.group-pick","trade.armor.clever"]}]]');
INSERT INTO "steps" VALUES(1,5,4,23,'[]');
INSERT INTO "steps" VALUES(1,6,4,24,'[]');
INSERT INTO "steps" VALUES(1,7,7,35,'[[1,{"id":["trade.scene.fiction-limits","ruling","gm",7,2],"rules":["trade.scene.fiction-limits"],"options":[["allowed"],["refused",{"text":200}]],"default":["allowed"],"path":["trade.scene.fiction-limits"]}],[3,{"id":["trade.armor.physical-only","ruling","gm",7,5],"rules":["trade.armor.physical-only"],"options":[["soaked"],["past"]],"default":["soaked"],"path":["trade.fight.stat","trade.roll.result","trade.failure.ends-turn","trade.failure.worse-position","trade.armor.physical-only"]}],[3,{"id":["trade.armor.clever","ruling","gm",7,6],"rules":["trade.armor.clever"],"options":[["extra",{"number":[0,20]}]],"default":["extra","0"],"path":["trade.fight.stat","trade.roll.result","trade.failure.ends-turn","trade.failure.worse-position","trade.armor.clever"]}]]');
INSERT INTO "steps" VALUES(1,8,8,42,'[[1,{"id":["trade.armor.physical-only","ruling","gm",8,2],"rules":["trade.armor.physical-only"],"options":[["soaked"],["past"]],"default":["soaked"],"path":["trade.phase.when","trade.phase.group-pick","trade.armor.physical-only"]}],[1,{"id":["trade.armor.clever","ruling","gm",8,3],"rules":["trade.armor.clever"],"options":[["extra",{"number":[0,20]}]],"default":["extra","0"],"path":["trade.phase.when","trade.phase.group-pick","trade.armor.clever"]}]]');
INSERT INTO "steps" VALUES(1,9,8,43,'[]');
INSERT INTO "steps" VALUES(1,10,8,44,'[]');
INSERT INTO "steps" VALUES(1,11,9,45,'[]');
INSERT INTO "steps" VALUES(1,12,10,54,'[[1,{"id":["trade.armor.physical-only","ruling","gm",12,2],"rules":["trade.armor.physical-only"],"options":[["soaked"],["past"]],"default":["soaked"],"path":["trade.phase.when","trade.phase.group-pick","trade.armor.physical-only"]}],[1,{"id":["trade.armor.clever","ruling","gm",12,3],"rules":["trade.armor.clever"],"options":[["extra",{"number":[0,20]}]],"default":["extra","0"],"path":["trade.phase.when","trade.phase.group-pick","trade.armor.clever"]}],[1,{"id":["trade.health.down-fate","ruling","gm",12,4],"rules":["trade.health.down-fate"],"options":[["lying","spared"],["lying","struck-on"],["captured","spared"],["captured","struck-on"],["dying","spared"],["dying","struck-on"],["dead","spared"],["dead","struck-on"]],"default":["lying","spared"],"path":["trade.phase.when","trade.phase.group-pick","trade.phase.one-action","trade.health.down","trade.health.down-fate"]}]]');
INSERT INTO "steps" VALUES(1,13,10,55,'[]');
INSERT INTO "steps" VALUES(1,14,11,56,'[]');
CREATE TRIGGER entries_refuse_update BEFORE UPDATE ON entries BEGIN SELECT RAISE(ABORT, 'entries are only ever added to'); END;
CREATE TRIGGER entries_refuse_delete BEFORE DELETE ON entries BEGIN SELECT RAISE(ABORT, 'entries are only ever added to'); END;
CREATE TRIGGER history_refuse_update BEFORE UPDATE ON history BEGIN SELECT RAISE(ABORT, 'history are only ever added to'); END;
CREATE TRIGGER history_refuse_delete BEFORE DELETE ON history BEGIN SELECT RAISE(ABORT, 'history are only ever added to'); END;
CREATE INDEX seats_of_fight ON seats (fight);
COMMIT;
