//! The text of a query: lines, variables, triples and the tests of values. Both forms are made of it.

use std::fmt;

use evolearner_dl::{ClassId, DataRange, DataRestriction, IndividualId, Role, Symbols};

use super::QuerySettings;
use super::range::range_test;
use crate::error::WriteError;
use crate::graph::indent;
use crate::iri::write_bracketed;

/// A variable: the first is the one asked for, all others are successors and values.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Var(u32);

impl Var {
    pub(super) const ROOT: Self = Self(0);
}

impl fmt::Display for Var {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == 0 { f.write_str("?x") } else { write!(f, "?y{}", self.0) }
    }
}

/// A query while it is written.
pub(super) struct Text<'a> {
    pub(super) out: String,
    pub(super) symbols: &'a Symbols,
    pub(super) settings: &'a QuerySettings,
    depth: usize,
    n_vars: u32,
}

impl<'a> Text<'a> {
    pub(super) fn new(symbols: &'a Symbols, settings: &'a QuerySettings) -> Self {
        Self { out: String::new(), symbols, settings, depth: 0, n_vars: 0 }
    }

    pub(super) fn fresh(&mut self) -> Var {
        self.n_vars += 1;
        Var(self.n_vars)
    }

    pub(super) fn line(&mut self, text: &str) {
        self.out.push('\n');
        indent(&mut self.out, self.depth);
        self.out.push_str(text);
    }

    /// Ends a line with an opening brace; what follows stands deeper.
    pub(super) fn open(&mut self) {
        self.out.push('{');
        self.depth += 1;
    }

    /// A closing brace on a line of its own.
    pub(super) fn close(&mut self) {
        self.depth -= 1;
        self.line("}");
    }

    pub(super) fn individual(&self, individual: IndividualId) -> Result<String, WriteError> {
        let name = self.symbols.individuals.get(individual);
        if name.starts_with("_:") {
            return Err(WriteError::BlankIndividual(name.to_owned()));
        }
        Ok(bracketed(name))
    }

    /// A class and those below it, where the store does not derive membership of the class.
    pub(super) fn class_names(&self, class: ClassId) -> Vec<String> {
        let below = self.settings.subclasses.get(&class).map_or(&[][..], Vec::as_slice);
        let name = bracketed(self.symbols.classes.get(class));
        std::iter::once(name).chain(below.iter().map(|iri| bracketed(iri))).collect()
    }

    /// Membership of a class, or of one below it. Classes are written out: a path of properties is walked
    /// for every individual.
    pub(super) fn class(&mut self, var: Var, class: ClassId) {
        let names = self.class_names(class);
        if let [name] = &names[..] {
            return self.line(&format!("{var} a {name} ."));
        }
        let kind = self.fresh();
        self.line(&format!("{{ SELECT DISTINCT {var} WHERE "));
        self.open();
        self.line(&format!("VALUES {kind} {{ {} }}", names.join(" ")));
        self.line(&format!("{var} a {kind} ."));
        self.close();
        self.out.push_str(" }");
    }

    pub(super) fn triple(&self, subject: Var, role: Role, object: &str) -> String {
        let property = bracketed(self.symbols.object_properties.get(role.property));
        if role.inverse {
            format!("{object} {property} {subject} .")
        } else {
            format!("{subject} {property} {object} .")
        }
    }

    /// The triple to an individual. Where the property has literals as well, they are kept out.
    pub(super) fn has_value(
        &mut self,
        var: Var,
        role: Role,
        value: IndividualId,
    ) -> Result<(), WriteError> {
        let value = self.individual(value)?;
        let triple = self.triple(var, role, &value);
        self.line(&triple);
        if role.inverse && self.has_literals(role) {
            self.line(&format!("FILTER(!isLiteral({var}))"));
        }
        Ok(())
    }

    /// The triples to successors, likewise.
    pub(super) fn successors(&mut self, var: Var, role: Role, successors: &[Var]) {
        for successor in successors {
            let triple = self.triple(var, role, &successor.to_string());
            self.line(&triple);
        }
        if self.has_literals(role) {
            let subjects = [var];
            for object in if role.inverse { &subjects[..] } else { successors } {
                self.line(&format!("FILTER(!isLiteral({object}))"));
            }
        }
    }

    /// The triple to a value and the test of it.
    pub(super) fn value(
        &mut self,
        restriction: &DataRestriction,
        var: Var,
        value: Var,
        range: &DataRange,
    ) {
        let iri = self.symbols.data_properties.get(restriction.property);
        self.line(&format!("{var} {} {value} .", bracketed(iri)));
        if self.symbols.object_properties.find(iri).is_some() {
            self.line(&format!("FILTER(isLiteral({value}))"));
        }
        if *range != DataRange::Any {
            let types = self.symbols.value_types(restriction.property);
            let test = range_test(range, types, self.settings.dialect, &value.to_string());
            self.line(&format!("FILTER({test})"));
        }
    }

    /// So many values of a restriction that differ. Values that the standard cannot compare differ; a
    /// NaN is not equal to itself, and yet is one value.
    pub(super) fn values(&mut self, restriction: &DataRestriction, n: u64, var: Var) {
        let values: Vec<Var> = (0..n).map(|_| self.fresh()).collect();
        for value in &values {
            self.value(restriction, var, *value, &restriction.range);
        }
        let differ = |a, b| format!("!sameTerm({a}, {b}) && COALESCE({a} != {b}, true)");
        self.pairwise(&values, differ);
    }

    /// A filter that a test holds of every pair of variables.
    pub(super) fn pairwise(&mut self, vars: &[Var], test: impl Fn(Var, Var) -> String) {
        let mut tests = Vec::new();
        for (position, a) in vars.iter().enumerate() {
            tests.extend(vars[position + 1..].iter().map(|b| test(*a, *b)));
        }
        if !tests.is_empty() {
            self.line(&format!("FILTER({})", tests.join(" && ")));
        }
    }

    /// Whether a property is one of data as well, so that literals are among its objects.
    fn has_literals(&self, role: Role) -> bool {
        let iri = self.symbols.object_properties.get(role.property);
        self.symbols.data_properties.find(iri).is_some()
    }
}

pub(super) fn bracketed(iri: &str) -> String {
    let mut out = String::new();
    write_bracketed(&mut out, iri);
    out
}
