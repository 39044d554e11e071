import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.semanticweb.HermiT.Reasoner;
import org.semanticweb.owlapi.apibinding.OWLManager;
import org.semanticweb.owlapi.model.IRI;
import org.semanticweb.owlapi.model.OWLAxiom;
import org.semanticweb.owlapi.model.OWLClassExpression;
import org.semanticweb.owlapi.model.OWLDataFactory;
import org.semanticweb.owlapi.model.OWLDatatype;
import org.semanticweb.owlapi.model.OWLEquivalentClassesAxiom;
import org.semanticweb.owlapi.model.OWLNamedIndividual;
import org.semanticweb.owlapi.model.OWLOntology;
import org.semanticweb.owlapi.model.OWLOntologyManager;

/**
 * Asks HermiT what it says of individuals and concepts in an open world.
 *
 * usage: java -cp HermiT.jar World.java KB CONCEPTS ASKED
 *
 * Reads a knowledge base, a document of definitions in functional syntax and a list of individuals.
 * Writes a line with the local name of the definition, the individual and the verdict for every pair. Axioms with
 * datatypes that OWL 2 does not have are left out: HermiT refuses them.
 */
class World {
    public static void main(String[] arguments) throws Exception {
        OWLOntologyManager manager = OWLManager.createOWLOntologyManager();
        OWLDataFactory factory = manager.getOWLDataFactory();
        OWLOntology kb = manager.loadOntologyFromOntologyDocument(new File(arguments[0]));
        OWLOntology seen = manager.createOntology();
        for (OWLAxiom axiom : kb.getAxioms()) {
            boolean isKnown = true;
            for (OWLDatatype datatype : axiom.getDatatypesInSignature()) {
                isKnown &= datatype.isBuiltIn();
            }
            if (isKnown) {
                manager.addAxiom(seen, axiom);
            }
        }
        OWLOntology definitions = manager.loadOntologyFromOntologyDocument(new File(arguments[1]));
        List<OWLNamedIndividual> asked = new ArrayList<>();
        for (String iri : Files.readAllLines(Path.of(arguments[2]))) {
            asked.add(factory.getOWLNamedIndividual(IRI.create(iri)));
        }
        Reasoner reasoner = new Reasoner(seen);
        if (!reasoner.isConsistent()) {
            throw new IllegalStateException("the ontology is inconsistent");
        }
        for (OWLAxiom axiom : definitions.getAxioms()) {
            if (!(axiom instanceof OWLEquivalentClassesAxiom)) {
                continue;
            }
            OWLClassExpression concept = null;
            String name = null;
            for (OWLClassExpression expression : ((OWLEquivalentClassesAxiom) axiom).getClassExpressions()) {
                String iri = expression.isAnonymous() ? "" : expression.asOWLClass().getIRI().toString();
                if (iri.startsWith("http://example.org/answer#")) {
                    name = iri.substring(iri.indexOf('#') + 1);
                } else {
                    concept = expression;
                }
            }
            for (OWLNamedIndividual individual : asked) {
                boolean isIn = reasoner.isEntailed(factory.getOWLClassAssertionAxiom(concept, individual));
                boolean isOut = reasoner.isEntailed(
                    factory.getOWLClassAssertionAxiom(factory.getOWLObjectComplementOf(concept), individual));
                String verdict = isIn ? "entailed" : isOut ? "excluded" : "unknown";
                System.out.println(name + "\t" + individual.getIRI() + "\t" + verdict);
            }
        }
    }
}
