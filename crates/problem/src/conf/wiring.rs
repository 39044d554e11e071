//! Beans and their references: items in, statements out.
//!
//! As in DL-Learner, a reference decides which of several beans counts, and without one they are
//! wired by themselves: all sources make the knowledge base, each learning problem is a
//! statement, a measure is that of all problems.

use std::collections::HashMap;

use evolearner_dl::Notation;

use super::component::{self, Component};
use super::item::{Content, Entry, Item, Value};
use super::keys::Requests;
use crate::error::{Error, ErrorKind, quoted};
use crate::place::Place;
use crate::statement::{Parsed, Statement};

/// A property of a bean.
struct Setting {
    place: Place,
    /// `bean.property` as written, for messages.
    key: String,
    /// The property in lower case.
    property: String,
    value: Value,
}

struct Bean {
    name: String,
    component: Component,
    settings: Vec<Setting>,
}

impl Bean {
    /// The last setting of a property.
    fn get(&self, property: &str) -> Option<&Setting> {
        self.settings.iter().rev().find(|setting| setting.property == property)
    }
}

/// Makes statements of all items.
pub(super) fn parsed(items: Vec<Item>) -> Result<Parsed, Error> {
    let mut wiring = Wiring::default();
    for item in items {
        wiring.sort_in(item)?;
    }
    for bean in &mut wiring.beans {
        bean.component = recognised(bean)?;
    }
    wiring.finish()
}

/// What a bean is, by its type, or else by the properties that only one component has.
fn recognised(bean: &Bean) -> Result<Component, Error> {
    if let Some(setting) = bean.get("type") {
        let component = Component::of(setting.value.text("the type of a component in quotes")?);
        let is_measure = bean.name.eq_ignore_ascii_case("accuracyMethod");
        return Ok(match component {
            Component::Other if is_measure => Component::OtherMeasure,
            component => component,
        });
    }
    let has = |property| bean.get(property).is_some();
    Ok(if has("classtodescribe") {
        Component::Class
    } else if has("positiveexamples") || has("negativeexamples") {
        Component::PosNeg
    } else if has("filename") {
        Component::OwlFile
    } else {
        Component::Other
    })
}

#[derive(Default)]
struct Wiring {
    beans: Vec<Bean>,
    bean_idx: HashMap<String, usize>,
    imports: Vec<String>,
    positives: Vec<String>,
    negatives: Vec<String>,
    requests: Requests,
    /// With the line of each, as they are not found in order.
    warnings: Vec<(usize, String)>,
}

impl Wiring {
    fn warn(&mut self, place: Place, message: String) {
        self.warnings.push((place.line, message));
    }

    fn sort_in(&mut self, item: Item) -> Result<(), Error> {
        match item.entry {
            Entry::Setting { bean, property: Some(property), value } => {
                let key = format!("{bean}.{property}");
                let property = property.to_ascii_lowercase();
                let setting = Setting { place: item.place, key, property, value };
                let n_beans = self.beans.len();
                let bean_idx = *self.bean_idx.entry(bean.clone()).or_insert(n_beans);
                if bean_idx == n_beans {
                    let component = Component::Other;
                    self.beans.push(Bean { name: bean, component, settings: Vec::new() });
                }
                self.beans[bean_idx].settings.push(setting);
            }
            Entry::Setting { bean, property: None, value } => {
                self.directive(item.place, &bean, &value)?;
            }
            Entry::Call { name, arguments } => self.call(item.place, &name, arguments),
            Entry::Example { is_positive: true, name } => self.positives.push(name),
            Entry::Example { is_positive: false, name } => self.negatives.push(name),
        }
        Ok(())
    }

    fn directive(&mut self, place: Place, name: &str, value: &Value) -> Result<(), Error> {
        match name.to_ascii_lowercase().as_str() {
            "prefixes" => {}
            "rendering" => {
                const EXPECTED: &str = "`dlsyntax` or `manchester`";
                let word = value.text(EXPECTED)?.to_ascii_lowercase();
                self.requests.others.notation = Some(match word.as_str() {
                    "dl" | "dlsyntax" => Notation::Dl,
                    "manchester" | "manchestersyntax" => Notation::Manchester,
                    _ => return Err(value.wrong(EXPECTED)),
                });
            }
            // Old files choose components with a bare word; we have one of each.
            _ if matches!(value.content, Content::Reference(_)) => {}
            _ => self.warn(place, meaningless(name)),
        }
        Ok(())
    }

    fn call(&mut self, place: Place, name: &str, arguments: Vec<String>) {
        let format = arguments.get(1).map_or("OWL", String::as_str).to_owned();
        match arguments.into_iter().next() {
            Some(file) if name.eq_ignore_ascii_case("import") => {
                let source = Component::of(&format);
                if let Some(noun) = source.unreadable() {
                    self.warn(place, format!("`import` of {noun}, expected OWL or RDF"));
                }
                if source != Component::Endpoint {
                    self.imports.push(file);
                }
            }
            _ => self.warn(place, meaningless(name)),
        }
    }

    fn finish(mut self) -> Result<Parsed, Error> {
        let beans = std::mem::take(&mut self.beans);
        let kb_files = self.kb_files(&beans)?;
        // Requests are those of all beans together: the last in the text counts.
        let mut settings: Vec<(&Bean, &Setting)> = Vec::new();
        for bean in &beans {
            settings.extend(bean.settings.iter().map(|setting| (bean, setting)));
        }
        settings.sort_by_key(|(_, setting)| setting.place);
        let mut seen = HashMap::new();
        for (bean, setting) in settings {
            let is_shared = self.setting(bean, setting)?;
            let owner = if is_shared { "" } else { &bean.name };
            let earlier: Option<&Setting> = seen.insert((owner, &setting.property), setting);
            if let Some(earlier) = earlier
                && earlier.value.content != setting.value.content
            {
                let (key, line) = (quoted(&setting.key), earlier.place.line);
                let earlier = quoted(&earlier.key);
                self.warn(setting.place, format!("{key} replaces {earlier} of line {line}"));
            }
        }
        let mut statements = Vec::new();
        let problems = self.chosen_problems(&beans);
        for bean in &problems {
            let mut statement = Self::statement(bean)?;
            statement.settings = self.requests.overrides();
            if let Some(measure) = self.measure(&beans, bean)? {
                statement.settings.options.insert("quality".to_owned(), measure.into());
            }
            statement.name = (problems.len() > 1).then(|| bean.name.clone());
            statements.push(statement);
        }
        if !self.positives.is_empty() || !self.negatives.is_empty() {
            if statements.is_empty() {
                let settings = self.requests.overrides();
                statements.push(Statement { settings, ..Statement::default() });
            }
            for statement in &mut statements {
                statement.positives.extend_from_slice(&self.positives);
                statement.negatives.extend_from_slice(&self.negatives);
            }
        }
        if statements.is_empty() {
            let message = "no learning problem: expected `lp.type = \"posNegStandard\"` with `lp.positiveExamples`";
            return Err(Error::new(ErrorKind::Problem, message));
        }
        for statement in &mut statements {
            statement.kb_files.clone_from(&kb_files);
        }
        self.warnings.sort_by_key(|(line, _)| *line);
        let warnings =
            self.warnings.into_iter().map(|(line, text)| format!("line {line}: {text}")).collect();
        Ok(Parsed { statements, warnings })
    }

    /// The files of the sources that some `sources` refers to, or of all.
    fn kb_files(&mut self, beans: &[Bean]) -> Result<Vec<String>, Error> {
        let mut referred: Vec<&str> = Vec::new();
        for setting in beans.iter().filter_map(|bean| bean.get("sources")) {
            referred.extend(setting.value.references().unwrap_or_default());
        }
        let mut files = Vec::new();
        for bean in beans {
            if !bean.component.is_source() {
                continue;
            }
            let place = bean.settings[0].place;
            if !referred.is_empty() && !referred.contains(&bean.name.as_str()) {
                let name = quoted(&bean.name);
                self.warn(place, format!("{name} is left out, as no `sources` refer to it"));
                continue;
            }
            if let Some(noun) = bean.component.unreadable() {
                let name = quoted(&bean.name);
                self.warn(place, format!("{name} is {noun}, expected an OWL file"));
            }
            let file = bean.get("filename").or_else(|| bean.get("url"));
            let file = file.filter(|_| bean.component != Component::Endpoint);
            let Some(file) = file else { continue };
            let file = file.value.text("a file name in quotes")?;
            files.push(match bean.get("basedir") {
                Some(folder) => {
                    let folder = folder.value.text("a folder in quotes")?;
                    format!("{}/{file}", folder.trim_end_matches('/'))
                }
                None => file.to_owned(),
            });
        }
        files.append(&mut self.imports);
        Ok(files)
    }

    /// Takes over what is no part of a statement, and warns of what has no meaning.
    ///
    /// True if it was one of the settings that all beans share.
    fn setting(&mut self, bean: &Bean, setting: &Setting) -> Result<bool, Error> {
        let Setting { place, key, property, value } = setting;
        let mut is_shared = false;
        let is_known = match (bean.component, property.as_str()) {
            (Component::OtherMeasure, "type") => {
                let named = quoted(value.text("a measure")?);
                self.warn(*place, format!("{} is {named}, which is not known here", quoted(key)));
                true
            }
            (_, "type" | "sources" | "learningproblem" | "accuracymethod")
            | (Component::PosNeg, "positiveexamples" | "negativeexamples")
            | (Component::PosOnly, "positiveexamples")
            | (Component::Class, "classtodescribe") => true,
            (source, "filename" | "url" | "basedir") => source.is_source(),
            (Component::Measure(_), "beta") => self.requests.take(property, value)?,
            (_, "beta") => false,
            _ => {
                is_shared = self.requests.take(property, value)?;
                is_shared
            }
        };
        // References wire components of DL-Learner together, of which there is one of each here.
        let references = value.references().unwrap_or_default();
        let is_wire = |name: &&str| self.bean_idx.contains_key(*name);
        if let Some(name) = references.iter().find(|name| !is_wire(name))
            && property == "sources"
        {
            let (key, name) = (quoted(key), quoted(name));
            self.warn(*place, format!("{key} refers to {name}, which is not there"));
        } else if !is_known && (references.is_empty() || !references.iter().all(is_wire)) {
            self.warn(*place, meaningless(key));
        }
        Ok(is_shared)
    }

    /// The learning problems that some bean refers to, or all.
    fn chosen_problems<'a>(&mut self, beans: &'a [Bean]) -> Vec<&'a Bean> {
        let problems: Vec<&Bean> = beans.iter().filter(|b| b.component.is_problem()).collect();
        let mut referred: Vec<&str> = Vec::new();
        for setting in beans.iter().filter_map(|bean| bean.get("learningproblem")) {
            referred.extend(setting.value.references().unwrap_or_default());
        }
        let is_referred = |bean: &&Bean| referred.contains(&bean.name.as_str());
        if !problems.iter().any(is_referred) {
            return problems;
        }
        let (chosen, others): (Vec<&Bean>, Vec<&Bean>) =
            problems.into_iter().partition(is_referred);
        for bean in others {
            let name = quoted(&bean.name);
            let message = format!("{name} is left out, as no `learningProblem` refers to it");
            self.warn(bean.settings[0].place, message);
        }
        chosen
    }

    fn statement(bean: &Bean) -> Result<Statement, Error> {
        let names = |property| {
            bean.get(property).map_or(Ok(Vec::new()), |setting: &Setting| setting.value.names())
        };
        let mut statement = Statement::default();
        match bean.component {
            Component::PosNeg => {
                statement.positives = names("positiveexamples")?;
                statement.negatives = names("negativeexamples")?;
            }
            Component::PosOnly => statement.positives = names("positiveexamples")?,
            Component::Class => {
                let Some(setting) = bean.get("classtodescribe") else {
                    let message = format!("expected `{}.classToDescribe = \"…\"`", bean.name);
                    let place = bean.settings[0].place;
                    return Err(Error::new(ErrorKind::Problem, message).at(place));
                };
                let class = setting.value.text("a class in quotes")?;
                statement.target_class = Some(class.to_owned());
            }
            _ => {
                let found = bean.get("type").map_or(Ok(""), |s| s.value.text("a type"))?;
                let message = format!(
                    "expected a learning problem of type `posNegStandard`, `posonlylp` or `clp`, found {}",
                    quoted(found)
                );
                let place = bean.settings[0].place;
                return Err(Error::new(ErrorKind::Problem, message).at(place));
            }
        }
        Ok(statement)
    }

    /// The word for the measure that a problem refers to or names, or else for the one there is.
    fn measure(&mut self, beans: &[Bean], problem: &Bean) -> Result<Option<&'static str>, Error> {
        let Some(setting) = problem.get("accuracymethod") else {
            let mut measures = beans.iter().filter_map(|bean| match bean.component {
                Component::Measure(measure) => Some(measure),
                _ => None,
            });
            return Ok(measures.next_back());
        };
        let named = setting.value.text("a measure such as `fmeasure`")?;
        let bean = self.bean_idx.get(named).map(|bean_idx| beans[*bean_idx].component);
        let found = match bean {
            Some(Component::Measure(measure)) => Some(measure),
            _ => component::measure(named),
        };
        if found.is_none() {
            let (key, named) = (quoted(&setting.key), quoted(named));
            self.warn(setting.place, format!("{key} is {named}, which is not known here"));
        }
        Ok(found)
    }
}

fn meaningless(key: &str) -> String {
    format!("{} has no meaning for this learner", quoted(key))
}
