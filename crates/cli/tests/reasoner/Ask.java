import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

import org.semanticweb.HermiT.Reasoner;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLDataProperty;
import org.semanticweb.owlapi.model.OWLDatatype;
import org.semanticweb.owlapi.model.OWLIndividual;
import org.semanticweb.owlapi.model.OWLIndividualAxiom;
import org.semanticweb.owlapi.model.OWLObjectPropertyAssertionAxiom;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyManager;

/**
 * Asks HermiT for the instances of defined classes.
 *
 * usage: java -cp HermiT.jar Ask.java PREFIX STEPS ASKED KB DEFINITIONS..
 *
 * Reads a knowledge base and documents of definitions in any syntax of the OWL API. HermiT sees all
 * axioms about classes and properties, the definitions, and of the assertions those about the
 * individuals that a list names and about those within some steps of them, with the values of
 * properties that a definition names: leaving out more could only lose instances. Axioms
 * with datatypes that OWL 2 does not have are left out and counted in lines that start with #. Writes
 * a line with class and individual, separated by a tab, for every listed instance of a class whose
 * IRI starts with the prefix.
 */
class Ask {
    public static void main(String[] arguments) throws Exception {
        OWLOntologyManager manager = OWLManager.createOWLOntologyManager();
        Set<OWLIndividual> asked = new HashSet<>();
        for (String iri : Files.readAllLines(Path.of(arguments[2]))) {
            asked.add(manager.getOWLDataFactory().getOWLNamedIndividual(IRI.create(iri)));
        }
        OWLOntology kb = manager.loadOntologyFromOntologyDocument(new File(arguments[3]));
        OWLOntology seen = manager.createOntology();
        Set<OWLDataProperty> named = new HashSet<>();
        for (int index = 4; index < arguments.length; index++) {
            OWLOntology definitions =
                manager.loadOntologyFromOntologyDocument(new File(arguments[index]));
            manager.addAxioms(seen, definitions.getAxioms());
            named.addAll(definitions.getDataPropertiesInSignature());
        }
        Set<OWLIndividual> near = near(kb, asked, Integer.parseInt(arguments[1]));
        Map<String, Integer> leftOut = new TreeMap<>();
        for (OWLAxiom axiom : kb.getAxioms()) {
            boolean isAssertion = axiom instanceof OWLIndividualAxiom;
            String foreign = foreignDatatype(axiom);
            if (foreign != null) {
                leftOut.merge(foreign, 1, Integer::sum);
            } else if (!isAssertion
                || near.containsAll(individuals(axiom))
                    && named.containsAll(axiom.getDataPropertiesInSignature())) {
                manager.addAxiom(seen, axiom);
            }
        }
        leftOut.forEach((datatype, count) -> System.out.println("#\t" + datatype + "\t" + count));
        Reasoner reasoner = new Reasoner(seen);
        if (!reasoner.isConsistent()) {
            throw new IllegalStateException("the ontology is inconsistent");
        }
        for (OWLClass defined : seen.getClassesInSignature()) {
            String name = defined.getIRI().toString();
            if (!name.startsWith(arguments[0])) {
                continue;
            }
            // One by one: the instances of a class would be looked for among all individuals.
            for (OWLIndividual individual : asked) {
                if (reasoner.hasType(individual.asOWLNamedIndividual(), defined, false)) {
                    System.out.println(name + "\t" + individual.toStringID());
                }
            }
        }
    }

    /** A datatype of an axiom that OWL 2 does not have: HermiT refuses ontologies with one. */
    private static String foreignDatatype(OWLAxiom axiom) {
        for (OWLDatatype datatype : axiom.getDatatypesInSignature()) {
            if (!datatype.isBuiltIn()) {
                return datatype.getIRI().toString();
            }
        }
        return null;
    }

    private static Set<OWLIndividual> individuals(OWLAxiom axiom) {
        Set<OWLIndividual> found = new HashSet<>(axiom.getIndividualsInSignature());
        found.addAll(axiom.getAnonymousIndividuals());
        return found;
    }

    /** The individuals within some steps along properties. */
    private static Set<OWLIndividual> near(OWLOntology kb, Set<OWLIndividual> asked, int steps) {
        Map<OWLIndividual, Set<OWLIndividual>> edges = new HashMap<>();
        for (OWLAxiom axiom : kb.getAxioms()) {
            if (axiom instanceof OWLObjectPropertyAssertionAxiom) {
                OWLObjectPropertyAssertionAxiom edge = (OWLObjectPropertyAssertionAxiom) axiom;
                edges.computeIfAbsent(edge.getSubject(), key -> new HashSet<>()).add(edge.getObject());
            }
        }
        Set<OWLIndividual> near = new HashSet<>(asked);
        Set<OWLIndividual> last = asked;
        for (int step = 0; step < steps; step++) {
            Set<OWLIndividual> next = new HashSet<>();
            for (OWLIndividual individual : last) {
                next.addAll(edges.getOrDefault(individual, Set.of()));
            }
            next.removeAll(near);
            near.addAll(next);
            last = next;
        }
        return near;
    }
}
