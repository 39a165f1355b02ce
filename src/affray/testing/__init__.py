"""Aids for tests, installed with the package so that a system of anybody's can run them."""
