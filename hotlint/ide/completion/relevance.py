"""The relevance of a completion: the facts about an item at a place, and the one score that they add up to.

A place that makes items states facts, such as `is_required=True`, and no numbers of its own. `WEIGHTS` says how much each
fact counts, and why. A fact is a truth value, or a number between 0 and 1 unless its reason says otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import mul
from typing import NamedTuple


class Weight(NamedTuple):
    """The points that a fact adds to the score, and the reason for them."""

    points: float
    reason: str


class Relevance(NamedTuple):
    """The facts about an item at a place. Each field has an entry in `WEIGHTS`, which explains it."""

    # what the place asks for
    remoteness: int = 0
    is_excluded: bool = False
    is_taken: bool = False
    is_allowed: bool = False
    exists_in_cloud: bool = False
    is_required: bool = False
    is_needed: bool = False
    takes_reference: bool = False
    takes_name: bool = False
    matches_constraint: float = 0.0
    matches_below: bool = False
    contradicts_below: bool = False
    is_deprecated: bool = False
    is_compatibility_type: bool = False
    is_newest: bool = False
    is_local_custom: bool = False
    is_described_above: bool = False
    is_passed_by_parents: bool = False
    declared_beside: float = 0.0
    # the names around the place
    like_nearest: float = 0.0
    like_next: float = 0.0
    like_owner: float = 0.0
    like_type: float = 0.0
    type_in_name: float = 0.0
    type_ends_name: bool = False
    is_idiom: bool = False
    # the rest of the text
    nearness: float = 0.0
    is_unused: bool = False
    follows_last: float = 0.0
    is_repeated: bool = False
    reuse: float = 0.0
    uses_below: float = 0.0
    takes_below: float = 0.0
    misses_required: int = 0
    habit_in_entry: float = 0.0
    habit_at_key: float = 0.0
    habit_after: float = 0.0
    # other templates
    usage: float = 0.0
    popularity: float = 0.0
    folder_share: float = 0.0
    folder_habit: float = 0.0
    # the order in which things are listed
    rank: float = 0.0

    def score(self) -> float:
        """Return the sum of the weighted facts: the item with the highest score comes first."""
        return sum(map(mul, _POINTS, self), 0.0)


WEIGHTS: dict[str, Weight] = {
    "remoteness": Weight(-3.0, "steps away from what the place asks for (0 to 3): each outweighs any one similarity"),
    "is_excluded": Weight(-20.0, "Heat refuses the property together with those that are there: last of all"),
    "is_taken": Weight(-20.0, "the name may occur once, and does so already: last of all"),
    "is_allowed": Weight(5.0, "the schema lists the value, so nearly every other value is an error"),
    "exists_in_cloud": Weight(4.0, "a name that exists in the cloud is right more often than any function"),
    "is_required": Weight(5.0, "Heat refuses the resource without the property"),
    "is_needed": Weight(4.0, "the properties that are there need one of those that are marked so"),
    "takes_reference": Weight(0.3, "where a cloud's thing is named, it is mostly named by a parameter or a resource"),
    "takes_name": Weight(2.0, "`if` and `condition` take the name of a condition more often than a function"),
    "matches_constraint": Weight(3.0, "the custom constraint of the place is that of the parameter, or names the type"),
    "matches_below": Weight(3.0, "the lines nested below the cursor have the shape of the value"),
    "contradicts_below": Weight(-1.0, "the lines nested below the cursor have another shape than the value"),
    "is_deprecated": Weight(-1.5, "new templates avoid it, though some still need it"),
    "is_compatibility_type": Weight(-2.5, "templates in the style of HOT use the native types"),
    "is_newest": Weight(2.0, "a new template has no reason for an older version"),
    "is_local_custom": Weight(1.0, "the site does so itself: it registers the type, or has the key at this place elsewhere"),
    "is_described_above": Weight(8.0, "the comment above the key is the description of this parameter"),
    "is_passed_by_parents": Weight(-4.0, "several templates declare it and no environment gives it: parents pass it"),
    "declared_beside": Weight(4.0, "the template that declares the names of the text declares this one: the share of them"),
    "like_nearest": Weight(3.0, "names are given after the key that they are used at"),
    "like_next": Weight(1.2, "the key further out describes the value as well, but less"),
    "like_owner": Weight(0.7, "names repeat words of the resource or output that they belong to"),
    "like_type": Weight(2.5, "the key, or the name of the environment, often names what is referred to"),
    "type_in_name": Weight(1.6, "authors name resources after their types: the share of the type's words in the name"),
    "type_ends_name": Weight(0.5, "the last words of a name say what the thing is, as in web_port"),
    "is_idiom": Weight(2.0, "this name or type is the usual one at this key, as OS::stack_name at name"),
    "nearness": Weight(1.2, "references are mostly to what is declared a few lines above: 1 at the cursor"),
    "is_unused": Weight(0.6, "what is declared and not used yet is about to be used"),
    "follows_last": Weight(0.5, "names are used in the order of their declaration: 1 for the next one, then less"),
    "is_repeated": Weight(0.5, "templates repeat themselves: another resource of a type, another attribute of a resource"),
    "reuse": Weight(2.2, "what was used several times is used again"),
    "uses_below": Weight(3.0, "the properties below are those that templates give this type: the share of them"),
    "takes_below": Weight(2.0, "the type has the properties below: the share of them"),
    "misses_required": Weight(-0.5, "required properties that are not below, each a sign of another type: their number"),
    "habit_in_entry": Weight(5.0, "resources of one name are alike in the templates of a folder: the share of names here"),
    "habit_at_key": Weight(3.0, "what stood at a key stands there again, here or in the folder: the share of names at it"),
    "habit_after": Weight(3.0, "what came after a name comes after it again: the share of names that did"),
    "usage": Weight(3.0, "what published templates write at this very place: the share of it"),
    "popularity": Weight(0.8, "what published templates write anywhere: the share of it"),
    "folder_share": Weight(1.0, "the templates of a folder are alike: the share of them that has it"),
    "folder_habit": Weight(4.0, "a folder gives one name one type, and writes versions in one way: the share that does so"),
    "rank": Weight(-0.01, "where nothing else differs, the order of the schema or the section holds: the position in it"),
}  # fmt: skip
"""How much each fact counts. The numbers are fitted to what authors of published templates have typed."""
_POINTS = tuple(WEIGHTS[fact].points for fact in Relevance._fields)


def totals(names: Iterable[str], **facts: Mapping[str, float]) -> dict[str, float]:
    """Return the score of each name. `facts` are fields of `Relevance`, each with its value for the names that have one."""
    scores = dict.fromkeys(names, 0.0)
    for fact in sorted(facts, key=Relevance._fields.index):
        points = WEIGHTS[fact].points
        for name, value in facts[fact].items():
            if name in scores:
                scores[name] += points * value
    return scores
