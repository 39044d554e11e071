"""Knowledge bases: where they come from, what they answer."""

import copy
import datetime
import gzip
import pickle
from pathlib import Path

import numpy as np
import pytest
import rdflib

from evolearner import EvoLearner, KnowledgeBase, Literal
from evolearner._triples import ntriples

TURTLE = b"""
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:anna a :Mother ; :hasChild :ben ; :age 41 .
:ben a :Child ; :age 9 .
:Mother rdfs:subClassOf :Parent .
"""
EX = "http://example.org/"


@pytest.fixture
def kb():
    return KnowledgeBase(TURTLE)


def test_everything_in_it_is_listed(kb):
    assert kb.individuals == [EX + "anna", EX + "ben"]
    assert kb.classes == [EX + "Child", EX + "Mother", EX + "Parent"]
    assert kb.object_properties == [EX + "hasChild"]
    assert kb.data_properties == [EX + "age"]
    assert len(kb) == 2
    assert "anna" in kb and EX + "anna" in kb and "carl" not in kb


def test_instances_are_derived(kb):
    assert kb.instances("Parent") == [EX + "anna"]
    assert kb.instances("∃ hasChild.Child") == [EX + "anna"]
    assert kb.instances("age some xsd:integer[< 10]") == [EX + "ben"]
    assert kb.types("anna") == [EX + "Mother", EX + "Parent"]
    assert kb.contains("Parent", ["ben", EX + "anna"]) == [False, True]


def test_reading_of_only(kb):
    assert kb.instances("hasChild only Child") == [EX + "anna", EX + "ben"]
    assert kb.instances("hasChild only Child", forall="nonempty") == [EX + "anna"]


def test_inference_can_be_left_out():
    assert KnowledgeBase(TURTLE, inference="none").instances("Parent") == []
    kb = KnowledgeBase(TURTLE, inference="none")
    assert kb.inference == "none"
    # A snapshot says how it was made, whatever is asked of the one who opens it.
    again = KnowledgeBase(kb.to_bytes(), inference="full")
    assert (again.inference, again.instances("Parent")) == ("none", [])
    learner = EvoLearner(again, learner="top").fit(["anna", "ben"], [1, 0])
    assert learner.report_["semantics"]["inference"] == "none"


def test_stats_count(kb):
    stats = kb.stats()
    assert stats["individuals"] == 2
    assert stats["inferred"]["class"] == 1
    assert stats["consistent"] is True


def test_files_of_any_kind(tmp_path: Path, kb):
    plain, packed = tmp_path / "kb.ttl", tmp_path / "kb.ttl.gz"
    plain.write_bytes(TURTLE)
    packed.write_bytes(gzip.compress(TURTLE))
    for source in (plain, str(plain), packed):
        assert KnowledgeBase(source).digest == kb.digest
    more = tmp_path / "more.nt"
    more.write_text(f"<{EX}carl> <{EX}hasChild> <{EX}anna> .\n")
    assert KnowledgeBase([plain, more]).instances("hasChild some Mother") == [EX + "carl"]


def test_saved_files_open_again(tmp_path: Path, kb):
    for name in ("kb.evo", "kb.nt", "kb.ttl"):
        path = tmp_path / name
        kb.save(path)
        assert KnowledgeBase(path).instances("Parent") == [EX + "anna"]
    assert KnowledgeBase(tmp_path / "kb.evo").digest == kb.digest
    assert sorted(file.name for file in tmp_path.iterdir()) == ["kb.evo", "kb.nt", "kb.ttl"]


def test_triples_in_memory():
    kb = KnowledgeBase.from_triples(
        [
            (EX + "x", "a", EX + "Thing1"),
            (EX + "x", EX + "size", 3),
            (EX + "x", EX + "weight", 2.5),
            (EX + "x", EX + "good", True),
            (EX + "x", EX + "born", datetime.date(2001, 2, 3)),
            (EX + "x", EX + "name", Literal('odd "name"\n\\')),
            ("_:b", EX + "near", EX + "x"),
        ]
    )
    for concept in (
        "size value 3",
        "weight some xsd:double[> 2.0]",
        "good value true",
        'born some xsd:date[< "2002-01-01"^^xsd:date]',
        "Thing1 and inverse near some owl:Thing",
    ):
        assert kb.instances(concept) == [EX + "x"], concept
    assert len(kb) == 2


def test_triples_take_values_of_numpy():
    """A table in memory has np.int64 where a list has int."""
    objects = {
        "size": (np.int64(3), "integer", "3"),
        "small": (np.uint8(200), "integer", "200"),
        "good": (np.bool_(True), "boolean", "true"),
        "weight": (np.float64(2.5), "double", "2.5"),
        "light": (np.float32(0.1), "float", "0.1"),
        "born": (np.datetime64("2001-02-03"), "date", "2001-02-03"),
        "seen": (np.datetime64("2001-02-03T04:05:06.5", "ns"), "dateTime",
                 "2001-02-03T04:05:06.500000"),
    }
    written = ntriples((EX + "x", EX + name, value) for name, (value, _, _) in objects.items())
    graph = rdflib.Graph().parse(data=written, format="nt")
    for name, (_, datatype, text) in objects.items():
        [found] = graph.objects(rdflib.URIRef(EX + "x"), rdflib.URIRef(EX + name))
        assert (str(found), found.datatype) == (text, rdflib.XSD[datatype]), name
    # rdflib writes infinity its own way, so the text itself is looked at.
    endless = ntriples([(EX + "x", EX + "p", float("-inf")), (EX + "x", EX + "p", np.float32("inf"))])
    assert b'"-INF"^^<http://www.w3.org/2001/XMLSchema#double>' in endless
    assert b'"INF"^^<http://www.w3.org/2001/XMLSchema#float>' in endless
    kb = KnowledgeBase.from_triples([(EX + "x", "a", EX + "A"), (EX + "x", EX + "size", np.int64(3))])
    assert kb.instances("size value 3") == [EX + "x"]
    with pytest.raises(TypeError, match="NaT"):
        KnowledgeBase.from_triples([(EX + "x", EX + "born", np.datetime64("NaT"))])


def test_rdflib_graphs():
    graph = rdflib.Graph().parse(data=TURTLE, format="turtle")
    assert KnowledgeBase(graph).instances("Parent") == [EX + "anna"]
    dataset = rdflib.Dataset()
    dataset.parse(data=TURTLE, format="turtle")
    assert KnowledgeBase(dataset, inference="none").instances("Mother") == [EX + "anna"]


def test_copies_share_and_pickles_restore(kb):
    assert copy.copy(kb) is kb
    assert copy.deepcopy(kb) is kb
    restored = pickle.loads(pickle.dumps(KnowledgeBase(TURTLE, inference="classes")))
    assert restored.instances("Parent") == [EX + "anna"]
    assert restored.inference == "classes"
    assert restored.digest != KnowledgeBase(TURTLE, inference="full").digest
    # One snapshot is read once, however often it arrives.
    assert pickle.loads(pickle.dumps(restored)) is restored


def test_contradictions_are_told():
    contradiction = b"""
        @prefix owl: <http://www.w3.org/2002/07/owl#> . @prefix : <http://e/> .
        :A a owl:Class ; owl:disjointWith :B . :B a owl:Class . :x a :A , :B .
    """
    with pytest.warns(RuntimeWarning, match="inconsistent: http://e/x"):
        KnowledgeBase(contradiction)
    with pytest.raises(ValueError, match="inconsistent"):
        KnowledgeBase(contradiction, strict=True)


LABELS = b"""
@prefix : <http://example.org/> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
:X_1 a :C_1 . :X_2 a :C_2 .
:C_1 rdfs:label "dog"@en, "Hund"@de . :C_2 rdfs:label "cat"@en, "Katze"@de .
"""


def test_labels_are_shown_in_the_languages_that_are_wanted():
    def sentence(kb):
        return EvoLearner(kb).fit([EX + "X_1", EX + "X_2"], [1, 0]).hypotheses_[0].sentence

    usual, german = KnowledgeBase(LABELS), KnowledgeBase(LABELS, label_languages=["de-AT", "fr"])
    assert (usual.label_languages, german.label_languages) == ([], ["de-at", "fr"])
    assert "dog" in sentence(usual) or "cat" in sentence(usual)
    assert "Hund" in sentence(german) or "Katze" in sentence(german)
    # Both are found in either, and it is one knowledge base.
    assert usual.instances("'Hund'") == german.instances("'dog'") == [EX + "X_1"]
    assert usual.digest == german.digest
    again = pickle.loads(pickle.dumps(german))
    assert again.label_languages == german.label_languages
    assert german.with_label_languages([]).label_languages == []
    with pytest.raises(ValueError, match="no language tag"):
        KnowledgeBase(LABELS, label_languages=["de en"])
