import java.io.File;
import java.util.TreeSet;

import org.semanticweb.HermiT.Reasoner;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.OWLClass;
import org.semanticweb.owlapi.model.OWLNamedIndividual;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyManager;

/**
 * Asks HermiT for the instances of defined classes.
 *
 * usage: java -cp HermiT.jar Ask.java KB PREFIX DEFINITIONS..
 *
 * Reads a knowledge base and documents of definitions in any syntax of the OWL API, and writes a
 * line with class and individual, separated by a tab, for every instance of a class whose IRI
 * starts with the prefix; a line with the class alone says that the class was defined.
 */
class Ask {
    public static void main(String[] arguments) throws Exception {
        OWLOntologyManager manager = OWLManager.createOWLOntologyManager();
        OWLOntology all = manager.loadOntologyFromOntologyDocument(new File(arguments[0]));
        for (int index = 2; index < arguments.length; index++) {
            OWLOntology definitions =
                manager.loadOntologyFromOntologyDocument(new File(arguments[index]));
            manager.addAxioms(all, definitions.getAxioms());
        }
        Reasoner reasoner = new Reasoner(all);
        if (!reasoner.isConsistent()) {
            throw new IllegalStateException("the ontology is inconsistent");
        }
        for (OWLClass asked : all.getClassesInSignature()) {
            String name = asked.getIRI().toString();
            if (!name.startsWith(arguments[1])) {
                continue;
            }
            System.out.println(name);
            TreeSet<String> found = new TreeSet<String>();
            for (OWLNamedIndividual individual : reasoner.getInstances(asked, false).getFlattened()) {
                found.add(individual.getIRI().toString());
            }
            for (String individual : found) {
                System.out.println(name + "\t" + individual);
            }
        }
    }
}
