import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

import org.semanticweb.HermiT.Reasoner;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLIndividual;
import org.semanticweb.owlapi.model.OWLIndividualAxiom;
import org.semanticweb.owlapi.model.OWLNamedIndividual;
import org.semanticweb.owlapi.model.OWLObjectPropertyAssertionAxiom;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyManager;

/**
 * Asks HermiT for the instances of defined classes.
 *
 * usage: java -cp HermiT.jar Ask.java PREFIX ASKED KB DEFINITIONS..
 *
 * Reads a knowledge base and documents of definitions in any syntax of the OWL API. HermiT sees all
 * axioms about classes and properties, the definitions, and the assertions about the individuals
 * that a list names and those within some steps of them: about the others nothing is asked. Writes
 * a line with class and individual, separated by a tab, for every listed instance of a class whose
 * IRI starts with the prefix.
 */
class Ask {
    /** The steps from a listed individual; concepts are not deeper. */
    private static final int STEPS = 5;

    public static void main(String[] arguments) throws Exception {
        OWLOntologyManager manager = OWLManager.createOWLOntologyManager();
        Set<OWLIndividual> asked = new HashSet<>();
        for (String iri : Files.readAllLines(Path.of(arguments[1]))) {
            asked.add(manager.getOWLDataFactory().getOWLNamedIndividual(IRI.create(iri)));
        }
        OWLOntology kb = manager.loadOntologyFromOntologyDocument(new File(arguments[2]));
        OWLOntology seen = manager.createOntology();
        Set<OWLIndividual> near = near(kb, asked);
        for (OWLAxiom axiom : kb.getAxioms()) {
            boolean isAssertion = axiom instanceof OWLIndividualAxiom;
            if (!isAssertion || near.containsAll(individuals(axiom))) {
                manager.addAxiom(seen, axiom);
            }
        }
        for (int index = 3; index < arguments.length; index++) {
            OWLOntology definitions =
                manager.loadOntologyFromOntologyDocument(new File(arguments[index]));
            manager.addAxioms(seen, definitions.getAxioms());
        }
        Reasoner reasoner = new Reasoner(seen);
        if (!reasoner.isConsistent()) {
            throw new IllegalStateException("the ontology is inconsistent");
        }
        for (OWLClass defined : seen.getClassesInSignature()) {
            String name = defined.getIRI().toString();
            if (!name.startsWith(arguments[0])) {
                continue;
            }
            for (OWLNamedIndividual found : reasoner.getInstances(defined, false).getFlattened()) {
                if (asked.contains(found)) {
                    System.out.println(name + "\t" + found.getIRI());
                }
            }
        }
    }

    private static Set<OWLIndividual> individuals(OWLAxiom axiom) {
        Set<OWLIndividual> found = new HashSet<>(axiom.getIndividualsInSignature());
        found.addAll(axiom.getAnonymousIndividuals());
        return found;
    }

    /** The individuals within some steps along properties. */
    private static Set<OWLIndividual> near(OWLOntology kb, Set<OWLIndividual> asked) {
        Map<OWLIndividual, Set<OWLIndividual>> steps = new HashMap<>();
        for (OWLAxiom axiom : kb.getAxioms()) {
            if (axiom instanceof OWLObjectPropertyAssertionAxiom) {
                OWLObjectPropertyAssertionAxiom edge = (OWLObjectPropertyAssertionAxiom) axiom;
                steps.computeIfAbsent(edge.getSubject(), key -> new HashSet<>()).add(edge.getObject());
            }
        }
        Set<OWLIndividual> near = new HashSet<>(asked);
        Set<OWLIndividual> last = asked;
        for (int step = 0; step < STEPS; step++) {
            Set<OWLIndividual> next = new HashSet<>();
            for (OWLIndividual individual : last) {
                next.addAll(steps.getOrDefault(individual, Set.of()));
            }
            next.removeAll(near);
            near.addAll(next);
            last = next;
        }
        return near;
    }
}
