//! Verbs: their forms, and the phrases that they make.

use super::lexicon;

/// Whether one thing is spoken of or many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Number {
    One,
    Many,
}

/// How a verb phrase forms its number and its negation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Auxiliary {
    /// *works*, *does not work*: the body starts with the verb's base.
    Do,
    /// *worked*, *did not work*: likewise.
    Did,
    /// *is located*
    Is,
    /// *was born*
    Was,
    /// *has been*, *has written*
    Has,
    /// *can eat*, *cannot eat*
    Modal(String),
}

/// A verb phrase that waits for its object: `works` … `at`, `is married` … `to`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct VerbPhrase {
    pub(super) auxiliary: Auxiliary,
    /// What stands between the auxiliary and the preposition; may be empty behind `is`.
    pub(super) body: String,
    /// The preposition that leads to the object; may be empty.
    pub(super) preposition: String,
}

impl VerbPhrase {
    pub(super) fn new(auxiliary: Auxiliary, body: &str, preposition: &str) -> Self {
        Self { auxiliary, body: body.to_owned(), preposition: preposition.to_owned() }
    }

    /// The finite form without the preposition: `does not work`, `are married`.
    pub(super) fn finite(&self, number: Number, is_negated: bool) -> String {
        let (first, rest) = match self.body.split_once(' ') {
            Some((first, rest)) => (first, rest),
            None => (&*self.body, ""),
        };
        let by_number = |one: &str, many: &str| match number {
            Number::One => one.to_owned(),
            Number::Many => many.to_owned(),
        };
        let with_not = |word: String| if is_negated { format!("{word} not") } else { word };
        let (auxiliary, body) = match &self.auxiliary {
            Auxiliary::Do if is_negated => (by_number("does not", "do not"), self.body.clone()),
            Auxiliary::Do => {
                let verb = match number {
                    Number::One => third_person(first),
                    Number::Many => first.to_owned(),
                };
                (verb, rest.to_owned())
            }
            Auxiliary::Did if is_negated => ("did not".to_owned(), self.body.clone()),
            Auxiliary::Did => (forms(first).0, rest.to_owned()),
            Auxiliary::Is => (with_not(by_number("is", "are")), self.body.clone()),
            Auxiliary::Was => (with_not(by_number("was", "were")), self.body.clone()),
            Auxiliary::Has => (with_not(by_number("has", "have")), self.body.clone()),
            Auxiliary::Modal(modal) if is_negated && modal == "can" => {
                ("cannot".to_owned(), self.body.clone())
            }
            Auxiliary::Modal(modal) => (with_not(modal.clone()), self.body.clone()),
        };
        if body.is_empty() { auxiliary } else { format!("{auxiliary} {body}") }
    }

    /// The finite form and the preposition, with a blank behind.
    pub(super) fn with_preposition(&self, number: Number, is_negated: bool) -> String {
        let finite = self.finite(number, is_negated);
        match &*self.preposition {
            "" => format!("{finite} "),
            preposition => format!("{finite} {preposition} "),
        }
    }

    /// The passive of a phrase whose object follows without a preposition: `is known by`.
    pub(super) fn passive(&self) -> Option<Self> {
        if !self.preposition.is_empty() {
            return None;
        }
        let (first, rest) = match self.body.split_once(' ') {
            Some((first, rest)) => (first, format!(" {rest}")),
            None => (&*self.body, String::new()),
        };
        let participle = || format!("{}{rest}", forms(first).1);
        let (auxiliary, body) = match &self.auxiliary {
            Auxiliary::Do => (Auxiliary::Is, participle()),
            Auxiliary::Did => (Auxiliary::Was, participle()),
            Auxiliary::Modal(modal) => {
                (Auxiliary::Modal(modal.clone()), format!("be {}", participle()))
            }
            Auxiliary::Has => (Auxiliary::Has, format!("been {}", self.body)),
            Auxiliary::Is | Auxiliary::Was => return None,
        };
        let preposition = if matches!(first, "contain" | "include") { "in" } else { "by" };
        Some(Self::new(auxiliary, &body, preposition))
    }

    /// The active of `is owned by`.
    pub(super) fn active(&self) -> Option<Self> {
        if self.preposition != "by" {
            return None;
        }
        let base = base_of_participle(&self.body)?;
        let auxiliary = match self.auxiliary {
            Auxiliary::Is => Auxiliary::Do,
            Auxiliary::Was => Auxiliary::Did,
            _ => return None,
        };
        Some(Self::new(auxiliary, &base, ""))
    }
}

/// Base, past and participle of verbs that form them in their own way.
const IRREGULAR: &str = "be was been bear bore born become became become begin began begun bind bound \
    bound bite bit bitten break broke broken bring brought brought build built built buy bought \
    bought catch caught caught choose chose chosen come came come cost cost cost cut cut cut do did \
    done draw drew drawn drink drank drunk drive drove driven eat ate eaten fall fell fallen feed fed \
    fed feel felt felt fight fought fought find found found fly flew flown forbid forbade forbidden \
    get got gotten give gave given go went gone grow grew grown have had had hear heard heard hide hid \
    hidden hit hit hit hold held held keep kept kept know knew known lead led led leave left left lend \
    lent lent lose lost lost make made made mean meant meant meet met met pay paid paid put put put \
    read read read ride rode ridden ring rang rung rise rose risen run ran run say said said see saw \
    seen seek sought sought sell sold sold send sent sent set set set shoot shot shot show showed shown \
    sing sang sung sink sank sunk sit sat sat sleep slept slept speak spoke spoken spend spent spent \
    stand stood stood steal stole stolen swim swam swum take took taken teach taught taught tell told \
    told think thought thought understand understood understood wear wore worn win won won write wrote \
    written";

/// Verbs that double their last letter before `-ed`.
const DOUBLING: &str = "ban control drop equip fit grab hug map occur overlap permit plan plot prefer \
    refer regret scan ship star step stop submit tag transfer trap trim wrap";

/// Verbs that are hardly ever nouns: their base alone is a verb.
const VERBS: &str = "absorb accept achieve acquire activate adapt admire admit adopt advise affect \
    allow announce appear apply approve argue arrange arrive assess assign assist attack attend attract \
    avoid belong borrow carry celebrate chase cite claim classify collaborate collect combine communicate \
    compete compose comprise concern conduct confirm connect consider consist constrain construct consult \
    consume contain continue contribute convert create cure decrease define deliver deny depend depict \
    derive describe destroy detect determine develop discover discuss eliminate emit employ enable encode \
    encounter enhance enjoy ensure enter equal establish estimate evaluate evolve examine exceed exclude \
    execute exist expect explain exploit export express extend facilitate fix follow forward found \
    generate govern graduate guarantee happen hate hire hunt identify illustrate imply import improve \
    include incorporate increase indicate induce influence infect inform inherit inhabit inhibit insert \
    inspire install instruct intersect introduce invade invent investigate invite involve isolate join \
    kill lack learn like listen live locate maintain manage marry mention metabolize metabolise modify \
    monitor negate neighbor nominate obey observe obtain occupy occur offer operate oppose orbit organise \
    organize originate overlap owe own participate perceive perform permit persuade phosphorylate possess \
    precede predict prefer prepare prescribe present preserve prevent produce prohibit promote protect \
    prove provide publish pursue qualify receive recognise recognize recommend reduce refer reflect regulate \
    reject relate remember remove render repair repeat replace represent require reside resolve respect \
    restrict retain reveal revise satisfy select separate serve solve specialise specialize specify \
    stimulate submit succeed suffer suggest supervise supply support suppose surround survive suspect \
    sustain target tend tolerate transcribe transform translate transport travel treat trust utilise \
    utilize vary visit wait weigh";

/// Verbs that are nouns as well: a verb in the third person or with a preposition, else a noun.
const NOUN_VERBS: &str = "act address aim answer attempt award bite block border broadcast call cast cause \
    change charge chart check claim climb close coach comment compare contact contract control copy cost \
    cover cross damage date deal design die direct display dream drive drop edit effect end estimate \
    exhibit experience face fall favor favour fear feature fight fill film focus force form function fund \
    gain guard guide handle harm head help host interact interest interview judge label land last laugh \
    launch lead leak lift limit link list look love mark match matter measure mix move name need note open \
    order pack paint park pass perform place plan plant play point post practice practise process program \
    project purchase question rank rate reach record rent report request research result return review \
    reward rise rule sample save score search seat share sign smell smoke sound speak spread stage star start \
    state stay step store stress study supply support suspect talk taste test time touch trade train \
    transfer trap treat turn use value view vote walk wash waste watch water wish witness work";

/// Verbs whose subject is a person.
const BY_PEOPLE: &str = "die living working admire advise attend born borrow coach compose divorce employ enjoy graduate hate \
    hire invent know learn like listen live love marry married paint play read sing smoke star speak study \
    supervise talk teach visit vote wear work write";

/// Verbs whose object is a person.
const OF_PEOPLE: &str = "advise coach divorce divorced employ engaged hire know marry married mentor meet \
    supervise";

/// Verbs of measure: their object is an amount.
const OF_MEASURE: &str =
    "cost weigh measure last score earn seat contain hold take produce consume span";

/// Verbs without an object: `diedIn` is *died in*, not *is died in*.
const INTRANSITIVE: &str = "act appear arrive belong collaborate come compete die exist fall fight go \
    graduate happen interact live move occur originate participate perform play reside retire serve sleep star \
    speak study suffer survive swim talk travel vote walk work";

/// Whether a verb phrase has a person for its subject.
pub(super) fn is_by_people(phrase: &VerbPhrase) -> bool {
    let first = phrase.body.split(' ').next().unwrap_or_default();
    let base = base_of_participle(first);
    lexicon::contains(BY_PEOPLE, first)
        || (phrase.auxiliary == Auxiliary::Has
            && base.is_some_and(|base| lexicon::contains(BY_PEOPLE, &base)))
}

/// Whether a verb phrase has a person for its object.
pub(super) fn is_of_people(phrase: &VerbPhrase) -> bool {
    let first = phrase.body.split(' ').next().unwrap_or_default();
    lexicon::contains(OF_PEOPLE, first) && matches!(&*phrase.preposition, "" | "to")
}

pub(super) fn is_of_measure(base: &str) -> bool {
    lexicon::contains(OF_MEASURE, base)
}

pub(super) fn is_intransitive(base: &str) -> bool {
    lexicon::contains(INTRANSITIVE, base)
}

/// Whether a word is the base of a known verb.
pub(super) fn is_base(word: &str) -> bool {
    lexicon::contains(VERBS, word)
        || lexicon::contains(NOUN_VERBS, word)
        || irregular().any(|(base, ..)| base == word)
}

/// Whether the base alone is more likely a verb than a noun.
pub(super) fn is_only_verb(word: &str) -> bool {
    is_base(word) && !lexicon::contains(NOUN_VERBS, word)
}

fn irregular() -> impl Iterator<Item = (&'static str, &'static str, &'static str)> {
    let mut words = IRREGULAR.split_ascii_whitespace();
    std::iter::from_fn(move || Some((words.next()?, words.next()?, words.next()?)))
}

/// Past and participle of a base.
fn forms(base: &str) -> (String, String) {
    if let Some((_, past, participle)) = irregular().find(|(known, ..)| *known == base) {
        return (past.to_owned(), participle.to_owned());
    }
    let n = base.len();
    let past = if base.ends_with('e') {
        format!("{base}d")
    } else if base.ends_with('y') && !["ay", "ey", "oy", "uy"].iter().any(|end| base.ends_with(end))
    {
        format!("{}ied", &base[..n - 1])
    } else if lexicon::contains(DOUBLING, base) {
        format!("{base}{}ed", &base[n - 1..])
    } else {
        format!("{base}ed")
    };
    (past.clone(), past)
}

/// `know` as `knows`.
pub(super) fn third_person(base: &str) -> String {
    match base {
        "have" => return "has".to_owned(),
        "be" => return "is".to_owned(),
        _ => {}
    }
    if base.ends_with('y') && !["ay", "ey", "oy", "uy"].iter().any(|end| base.ends_with(end)) {
        return format!("{}ies", &base[..base.len() - 1]);
    }
    let takes_es = ["ch", "sh", "ss", "x", "zz", "o"].iter().any(|end| base.ends_with(end));
    format!("{base}{}", if takes_es { "es" } else { "s" })
}

/// The base of a known verb in the third person.
pub(super) fn base_of_third(word: &str) -> Option<String> {
    let stem = word.strip_suffix('s')?;
    let mut bases = vec![stem.to_owned()];
    bases.extend(stem.strip_suffix('e').map(str::to_owned));
    bases.extend(stem.strip_suffix("ie").map(|stem| format!("{stem}y")));
    bases.into_iter().find(|base| {
        // Verbs in `-ize`, `-ify` and `-ate` are too many for a list.
        let has_ending =
            base.len() > 5 && ["ize", "ise", "ify", "ate"].iter().any(|e| base.ends_with(e));
        (is_base(base) || has_ending) && third_person(base) == word
    })
}

/// The base of a word in the third person that is known to be a verb from what follows it.
pub(super) fn any_base_of_third(word: &str) -> Option<String> {
    base_of_third(word).or_else(|| {
        let ends = |endings: &[&str]| endings.iter().any(|end| word.ends_with(end));
        if word.len() < 4 || !word.ends_with('s') || ends(&["ss", "us", "is"]) {
            return None;
        }
        if let Some(stem) = word.strip_suffix("ies") {
            return Some(format!("{stem}y"));
        }
        let n_cut = if ends(&["ches", "shes", "xes", "sses", "zzes"]) { 2 } else { 1 };
        Some(word[..word.len() - n_cut].to_owned())
    })
}

/// The base of a known verb in the past.
pub(super) fn base_of_past(word: &str) -> Option<String> {
    if let Some((base, ..)) = irregular().find(|(base, past, _)| *past == word && base != past) {
        return Some(base.to_owned());
    }
    regular_base(word)
}

/// The base of a known verb from its participle.
pub(super) fn base_of_participle(word: &str) -> Option<String> {
    if let Some((base, ..)) =
        irregular().find(|(base, _, participle)| *participle == word && base != participle)
    {
        return Some(base.to_owned());
    }
    regular_base(word)
}

fn regular_base(word: &str) -> Option<String> {
    let stem = word.strip_suffix("ed")?;
    if stem.len() < 2 || word.ends_with("eed") {
        return None;
    }
    let mut bases = vec![format!("{stem}e"), stem.to_owned()];
    bases.extend(stem.strip_suffix('i').map(|stem| format!("{stem}y")));
    bases.push(stem[..stem.floor_char_boundary(stem.len() - 1)].to_owned());
    bases.iter().find(|base| is_base(base) && forms(base).0 == word).cloned().or_else(|| {
        // An unknown one; which letters belong to the ending shows only by other spellings.
        let is_plain = stem.ends_with(|c: char| c.is_ascii_lowercase() && !"aeiou".contains(c));
        let takes_e =
            ["at", "iz", "is", "ur", "c", "v", "g", "s", "u"].iter().any(|end| stem.ends_with(end));
        match () {
            () if takes_e => Some(format!("{stem}e")),
            () if is_plain => Some(stem.to_owned()),
            () => None,
        }
    })
}

/// Whether a word has the form of a participle in the past.
pub(super) fn is_participle(word: &str) -> bool {
    base_of_participle(word).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn verbs_are_inflected() {
        for (base, third, past, participle) in [
            ("know", "knows", "knew", "known"),
            ("teach", "teaches", "taught", "taught"),
            ("study", "studies", "studied", "studied"),
            ("play", "plays", "played", "played"),
            ("overlap", "overlaps", "overlapped", "overlapped"),
            ("use", "uses", "used", "used"),
            ("activate", "activates", "activated", "activated"),
            ("write", "writes", "wrote", "written"),
        ] {
            assert_eq!(third_person(base), third);
            assert_eq!(forms(base), (past.to_owned(), participle.to_owned()));
            assert_eq!(base_of_third(third).as_deref(), Some(base));
            assert_eq!(base_of_past(past).as_deref(), Some(base));
            assert_eq!(base_of_participle(participle).as_deref(), Some(base));
        }
        assert_eq!(base_of_third("phosphorylates").as_deref(), Some("phosphorylate"));
        assert_eq!(base_of_third("symptoms"), None);
        assert_eq!(base_of_past("seed"), None);
    }

    #[test]
    fn phrases_have_numbers_and_negations() {
        let check =
            |phrase: VerbPhrase, one: &str, many: &str, not: &str, passive: Option<&str>| {
                assert_eq!(phrase.finite(Number::One, false), one);
                assert_eq!(phrase.finite(Number::Many, false), many);
                assert_eq!(phrase.finite(Number::One, true), not);
                let turned = phrase.passive().map(|phrase| phrase.finite(Number::One, false));
                assert_eq!(turned.as_deref(), passive);
            };
        let phrase = |auxiliary, body| VerbPhrase::new(auxiliary, body, "");
        check(phrase(Auxiliary::Do, "know"), "knows", "know", "does not know", Some("is known"));
        check(
            phrase(Auxiliary::Did, "write"),
            "wrote",
            "wrote",
            "did not write",
            Some("was written"),
        );
        check(phrase(Auxiliary::Is, "near"), "is near", "are near", "is not near", None);
        check(
            phrase(Auxiliary::Modal("can".into()), "eat"),
            "can eat",
            "can eat",
            "cannot eat",
            Some("can be eaten"),
        );
        check(
            phrase(Auxiliary::Has, "visited"),
            "has visited",
            "have visited",
            "has not visited",
            Some("has been visited"),
        );
        let owned = VerbPhrase::new(Auxiliary::Is, "owned", "by");
        assert_eq!(owned.active(), Some(phrase(Auxiliary::Do, "own")));
    }
}
