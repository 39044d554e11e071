//! The names people get. All lower case and ASCII, so that they fit into an IRI as they are.

/// Given names of men.
pub(super) const MALE: [&str; 56] = [
    "adam",
    "albert",
    "anton",
    "arthur",
    "bela",
    "benno",
    "bruno",
    "carlo",
    "cyril",
    "daniel",
    "david",
    "edgar",
    "emil",
    "erik",
    "ferdinand",
    "florian",
    "frank",
    "gabriel",
    "georg",
    "gustav",
    "hannes",
    "henri",
    "hugo",
    "ivan",
    "jakob",
    "jan",
    "jonas",
    "josef",
    "julian",
    "karl",
    "konrad",
    "lars",
    "leo",
    "louis",
    "lukas",
    "magnus",
    "martin",
    "matteo",
    "max",
    "milan",
    "nils",
    "noah",
    "oskar",
    "otto",
    "pablo",
    "paul",
    "peter",
    "rafael",
    "robert",
    "samuel",
    "simon",
    "stefan",
    "theo",
    "tomas",
    "viktor",
    "willem",
];

/// Given names of women.
pub(super) const FEMALE: [&str; 56] = [
    "ada", "agnes", "alice", "alma", "amalia", "anna", "astrid", "beata", "berta", "camille",
    "carla", "clara", "dora", "edith", "elena", "elisa", "ella", "emma", "erna", "eva", "fanny",
    "flora", "frida", "gerda", "greta", "hanna", "hedwig", "helena", "ida", "ines", "irma", "jana",
    "johanna", "julia", "karin", "katja", "lea", "lena", "lotte", "lucia", "magda", "maria",
    "marta", "mila", "nina", "nora", "olga", "paula", "rosa", "ruth", "selma", "sofia", "tilda",
    "vera", "wanda", "zora",
];

/// Family names; a person keeps the one given at birth.
pub(super) const FAMILY: [&str; 72] = [
    "adler", "almeida", "anders", "bachmann", "baran", "becker", "bellini", "berger", "bianchi",
    "blom", "brandt", "carlsen", "castro", "cermak", "conti", "dahl", "delgado", "dubois",
    "duarte", "eder", "ekman", "engel", "fabian", "falk", "ferrari", "fischer", "fontaine",
    "garnier", "graf", "haas", "hansen", "hartmann", "holm", "horvat", "ibanez", "jansen",
    "jensen", "kaiser", "keller", "kovacs", "kraus", "lang", "laurent", "lindgren", "lorenz",
    "marek", "marino", "mertens", "moreau", "nemeth", "noland", "novak", "olsen", "ortega",
    "pavlov", "peters", "pichler", "reiter", "ricci", "rossi", "sanders", "santos", "seidl",
    "silva", "sommer", "steiner", "szabo", "toth", "vogel", "wagner", "winter", "zeman",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_distinct_and_fit_into_an_iri() {
        for list in [&MALE[..], &FEMALE[..], &FAMILY[..]] {
            for (idx, name) in list.iter().enumerate() {
                assert!(name.bytes().all(|byte| byte.is_ascii_lowercase()), "{name}");
                assert!(!list[..idx].contains(name), "{name} twice");
            }
        }
        assert!(MALE.iter().all(|name| !FEMALE.contains(name)));
    }
}
