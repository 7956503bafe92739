"""The places of a template's YAML source where a mutation can be made, and the splicing of one into the source."""

import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import yaml

Path = tuple[str | int, ...]


class Site(NamedTuple):
    """An entry of a mapping (with its key) or an item of a sequence (without one)."""

    path: Path
    key: yaml.Node | None
    value: yaml.Node


SiteTest = Callable[[Site], bool]


class Change(NamedTuple):
    """A template with one change. Lines are 0-based, and the last one is included."""

    path: Path
    text: str
    line: int
    end_line: int


class Sites:
    """Every site of a template. Raises yaml.YAMLError for source that is not YAML."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.all = list(walk(yaml.compose(text, Loader=yaml.CSafeLoader)))

    def pick(self, rng: random.Random, test: SiteTest) -> Site | None:
        """Return one of the sites that pass the test, at random; None when there is none."""
        found = [site for site in self.all if test(site)]
        return rng.choice(found) if found else None

    def splice(self, path: Path, start: int, end: int, new: str) -> Change:
        """Return the change that puts `new` where the offsets `start` to `end` of the source were."""
        text = self.text[:start] + new + self.text[end:]
        line = text.count("\n", 0, start)
        return Change(path, text, line, line + new.count("\n"))

    def replace(self, path: Path, node: yaml.Node, new: str) -> Change:
        """Return the change that puts `new` where a node was."""
        return self.splice(path, *self.span(node), new)

    def span(self, node: yaml.Node) -> tuple[int, int]:
        """Return the offsets of a node, without the white space and comments that a block's end mark takes in."""
        start, end = node.start_mark.index, node.end_mark.index
        while end > start:
            chunk = self.text[start:end].rstrip()
            last = chunk.rfind("\n") + 1
            if isinstance(node, yaml.CollectionNode) and chunk[last:].lstrip().startswith("#"):
                end = start + last - 1 if last else start + len(chunk)
                continue
            return start, start + len(chunk)
        return start, end


def walk(node: yaml.Node | None, path: Path = ()) -> Iterator[Site]:
    """Yield every site below a mapping or sequence node, in the order of the source."""
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            here = (*path, key.value if isinstance(key, yaml.ScalarNode) else "?")
            yield Site(here, key, value)
            yield from walk(value, here)
    elif isinstance(node, yaml.SequenceNode):
        for i, value in enumerate(node.value):
            yield Site((*path, i), None, value)
            yield from walk(value, (*path, i))


def replace_value(test: SiteTest, values: Sequence[str]) -> Callable[[random.Random, Sites], Change | None]:
    """Return the mutation that replaces the value of a site by one of `values`."""

    def mutate(rng: random.Random, sites: Sites) -> Change | None:
        site = sites.pick(rng, test)
        return sites.replace(site.path, site.value, _one_of(rng, values)) if site else None

    return mutate


def replace_key(test: SiteTest, keys: Sequence[str]) -> Callable[[random.Random, Sites], Change | None]:
    """Return the mutation that replaces the key of a site by one of `keys`."""

    def mutate(rng: random.Random, sites: Sites) -> Change | None:
        site = sites.pick(rng, lambda site: site.key is not None and test(site))
        if site is None or site.key is None:
            return None
        return sites.replace(site.path, site.key, _one_of(rng, keys))

    return mutate


def insert_entry(
    test: SiteTest, key: str, values: Sequence[str], form: str = "{}"
) -> Callable[[random.Random, Sites], Change | None]:
    """Return the mutation that writes a new entry, on its own line, before the first key of a block mapping."""

    def mutate(rng: random.Random, sites: Sites) -> Change | None:
        entry = f"{key}: {form.format(rng.choice(values))}"
        site = sites.pick(rng, lambda site: bool(_block_entries(site.value)) and test(site))
        if site is None:
            return None
        first = _block_entries(site.value)[0][0].start_mark
        return sites.splice(site.path, first.index, first.index, f"{entry}\n{' ' * first.column}")

    return mutate


def delete_entry(test: SiteTest) -> Callable[[random.Random, Sites], Change | None]:
    """Return the mutation that drops one entry, with its whole lines, of a block mapping that has others."""

    def mutate(rng: random.Random, sites: Sites) -> Change | None:
        found = [
            (Site((*site.path, key.value), key, child), entries[i + 1 :])
            for site in sites.all
            for entries in [_block_entries(site.value)]
            if len(entries) > 1
            for i, (key, child) in enumerate(entries)
            if isinstance(key, yaml.ScalarNode) and test(Site((*site.path, key.value), key, child))
        ]
        if not found:
            return None
        site, following = rng.choice(found)
        return _without(sites, site, following)

    return mutate


def _without(sites: Sites, site: Site, following: list[tuple[yaml.Node, yaml.Node]]) -> Change:
    assert site.key is not None
    start = site.key.start_mark.index
    if following:
        return sites.splice(site.path, start, following[0][0].start_mark.index, "")
    end = max(sites.span(site.value)[1], site.key.end_mark.index + 1)
    newline = sites.text.find("\n", end)
    return sites.splice(site.path, start, len(sites.text) if newline < 0 else newline, "")


def _block_entries(node: yaml.Node) -> list[tuple[yaml.Node, yaml.Node]]:
    """Return the entries of a mapping in block style; none for anything else."""
    return list(node.value) if isinstance(node, yaml.MappingNode) and not node.flow_style else []


def _one_of(rng: random.Random, values: Sequence[str]) -> str:
    """Return one of the values; nothing is drawn where there is only one."""
    return values[0] if len(values) == 1 else rng.choice(values)
