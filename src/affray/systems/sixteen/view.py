"""What policies see."""


class View:
    def __init__(self, fight: object) -> None: ...


class HeroesView(View): ...


class GmView(View): ...
