//! Lists of English words that the rules of grammar cannot derive.
//!
//! Each list is one string of words between blanks, in lower case and in the singular.

/// Whether a list contains a word. The list is searched as text and not word by word: every sentence
/// asks some dozens of times, and the search for a substring uses vector instructions.
pub(super) fn contains(list: &str, word: &str) -> bool {
    let list = list.as_bytes();
    let is_end = |byte: Option<&u8>| byte.is_none_or(|byte| *byte == b' ');
    !word.is_empty()
        && !word.contains(' ')
        && memchr::memmem::find_iter(list, word)
            .any(|start| is_end(list[..start].last()) && is_end(list.get(start + word.len())))
}

pub(super) const PREPOSITIONS: &str = "about above across after against along among around as at \
    before behind below beneath beside besides between beyond by during except for from in inside \
    into like near of off on onto out outside over past per since through throughout to toward \
    towards under underneath until upon via with within without";

pub(super) const MODALS: &str = "can could may might must shall should will would";

/// Kinship and friendship: who has one of these is a person as well.
pub(super) const KIN: &str = "aunt boyfriend brother child colleague cousin daughter employer \
    father fiance fiancee friend girlfriend grandchild granddaughter grandfather grandmother \
    grandparent grandson husband mother nephew niece parent sibling sister son spouse \
    stepbrother stepchild stepfather stepmother stepsister twin uncle wife";

/// Other words for people.
pub(super) const PEOPLE: &str = "accountant actor actress admin administrator adult adviser \
    advisor agent architect artist assistant athlete author baby baker banker boss boy buyer \
    candidate captain carer cashier citizen client clinician coach coauthor composer consultant \
    consumer contributor cook creator critic customer dancer dealer defender designer developer \
    director doctor donor driver editor emperor employee engineer expert farmer female fighter \
    firefighter founder gentleman girl goalkeeper graduate guardian guest guitarist hero human \
    individual infant inhabitant instructor inventor investigator investor journalist judge king \
    knight lady landlord lawyer leader learner lecturer librarian lover male man manager mayor \
    mechanic member midfielder minister model musician neighbor neighbour novelist nurse officer \
    official operator orphan owner painter participant passenger patient people person philosopher \
    physician pilot player poet policeman politician president priest prince princess prisoner \
    producer professor programmer publisher pupil queen reader referee researcher resident reviewer \
    sailor scholar scientist scorer secretary senator servant singer smoker soldier speaker staff \
    striker student subscriber supervisor surgeon teacher technician teenager tenant tourist \
    trainer traveler traveller tutor user veteran victim viewer visitor voter winner witness woman \
    worker writer youth";

/// Nouns in `-ist` and `-man` that are no people.
pub(super) const NO_PEOPLE: &str = "checklist fist list mist playlist talisman twist wishlist wrist \
    zist";

/// Things that properties are named after, beside those with an ending of nouns.
pub(super) const NOUNS: &str = "abstract account acid act action activity address age aim album \
    alias allele amount analysis anatomy animal answer apple area arm art article asset atom \
    attribute axis background band bank base basis bed birthplace block blood body bond bone book \
    border bottom box brain branch brand bridge building business byte calendar cap capital car \
    card cargo case cast catch category cause cell center centre century chain chance chapter \
    charge chemical chromosome church circle city class clinic clothing club code coin color \
    colour column comment company complex component compound concept contact content context \
    continent contract copy core corner cost count country county couple course court cover credit \
    crew crop cross culture currency cycle data database dataset date day deadline death debt deck \
    degree depth design desk detail device diagnosis diet disease district document dog domain dose \
    drug duty effect element email end energy engine entity entry enzyme episode equipment error \
    event evidence example exon eye face fact family farm feature field figure file film finding \
    fish flag flavor flavour floor flower food foot form format formula foul framework fruit fuel \
    function game gas gene genome genre genus goal grade graph group habitat hair hand head heart \
    height help hill history hobby home hospital host hour house icon id idea image impact income \
    index ingredient input insect instance institute instrument interest interval intron island \
    isotope issue item job journal journey key kind knowledge label lake language law layer leaf leg \
    length lesion letter level life limb line link list liver load loan lobe local location logo \
    loop lung machine map margin mark market mass match material matter meal meaning measure medal \
    medicine medium message metabolite metal method metric mineral minute mode molecule moment money \
    month mood mother mountain mouse mouth movie muscle museum music name nationality nature neck need \
    nerve network neuron news node note notion nucleus number object ocean odor odour offer office \
    offspring operation opinion order organ organ organism origin outcome output oxide page pain pair \
    palace paper parameter park part party pass password path pathway pattern payment peak peptide \
    percentage period pet phase phenotype phone photo phrase phylum picture piece place plan plane \
    planet plant plate platform plot point policy pool population port post power practice predicate \
    presence president price principle prize problem process product profile program project proof \
    property protein purpose quality quantity quarter question race radius rank rate ratio reactant \
    reason receptor record reference region relation relative religion report request requirement \
    residue resource response result review reward right ring risk river road role roof room root \
    route row rule salary sale sample save scale schedule schema school scope score screen screening \
    sea season seat sector segment sense sequence series service set sex shape share shareholder ship \
    shop shot shoulder side sign signal site size skeleton skill skin slot snack soil solution song \
    sound source space species spectrum speech speed spelling sport spot stage standard star start \
    state statement station status step stock stop store story strain strategy stream street strength \
    stroke structure style subject substance substrate success suffix sum surface surname symbol \
    symptom synonym syndrome system table tackle tag tail target task tax taxon team technique term \
    territory test text theme theory therapy thing threat ticket time tissue title tool tooth top \
    topic topping total town toy track trade train trait treatment tree trial tribe trigger truth \
    tumor tumour type unit university use vaccine value variable variant vehicle vendor venue version \
    vertex vessel victory video view village virus vitamin voice volume wall war water way weapon \
    weather website week weight wheel wheel wife window wine wing winner word work world wound year \
    zone";

/// Endings of nouns.
pub(super) const NOUN_ENDINGS: &str = "tion sion ment ness ity ship ance ence ology graphy ism ium \
    hood dom ist ician woman man person ology itis osis emia pathy cyte gram meter metre date name \
    type ess eer ture sure cy";

/// Nouns for a property of which a thing has one.
pub(super) const ATTRIBUTES: &str = "age birthplace capital category class color colour condition \
    consistency density dimension direction flavor flavour form format gender genre grade height \
    kind language length level location margin mood name nationality origin phase position quality \
    rank rating religion role scale severity sex shape size smell speed stage state status strength \
    style surface taste temperature texture title tone type value weight width";

/// Adjectives without an ending that shows it.
pub(super) const ADJECTIVES: &str = "abnormal abroad absent active acute adjacent adult aggressive \
    alive anonymous artificial asleep available aware bad bald benign best big bitter black blue \
    blunt bright broad broken brown busy calm central chronic clean clear close closed coarse cold \
    common complete complex constant continuous convex cool correct critical cruel current dark \
    dead deaf deep dense dental different digital diluted direct dirty distinct domestic double dry \
    dull early easy elastic electric empty equal equivalent even evident exact exempt external \
    extinct extreme faint fair false familiar fast fatal final firm fit flat formal free frequent \
    fresh full general genetic global good grainy gray green grey grown happy hard hazardous healthy \
    heavy high hollow hot human identical idle ill illegal inactive independent indirect infrared \
    innocent internal invalid isotropic known large late lazy legal lethal liable light linear \
    liquid little living local long loud low lunar magnetic main malignant marginal mature medical \
    mental mild minor mobile moderate moist mutual narrow native natural near negative neutral new \
    next nice normal obese obligatory official old open opposite optional oral orange organic other \
    oval pale partial peripheral permanent physical pink polar poor positive precise pregnant present \
    previous primary prior private probable proper proud public pure purple rapid rare raw ready real \
    recent red regional remote rich ripe rough round royal rural sad safe same secondary sensitive \
    separate severe shallow sharp short sick silent similar simple single slim slow small smooth soft \
    solar solid sour spatial special spherical square stable steep sterile stiff straight strange \
    strict strong subordinate superior sure sweet symmetric symptomatic tall temporary tertiary thick \
    thin tiny toxic transparent triple true typical ugly unaware unclear unequal unfit unhealthy \
    unhappy unique unknown unsafe unstable upper urban urgent usual vacant vague valid variable vast \
    visual vital vivid warm weak wet white whole wide wild wise wrong yellow young";

/// Endings of adjectives.
pub(super) const ADJECTIVE_ENDINGS: &str = "ular ated ized ised ined ured ered ous less ful able \
    ible genic thermic matic cyclic lytic tropic philic phobic toxic -like shaped defined";

/// Words with such an ending that are nouns.
pub(super) const NO_ADJECTIVES: &str = "cable fable table variable vegetable constable bible handful \
    spoonful mouthful crucible";

/// Classes that are said with an article and without one: *a Male*, *is Male*.
pub(super) const BOTH: &str = "male female adult human aluminium aluminum argon arsenic barium \
    boron bromine cadmium calcium carbon chlorine chromium cobalt copper fluorine gallium germanium \
    gold helium hydrogen indium iodine iron krypton lithium magnesium manganese mercury neon \
    nickel nitrogen oxygen palladium phosphorus platinum potassium selenium silicon silver sodium \
    sulfur sulphur tellurium tin titanium tungsten uranium vanadium xenon zinc";

/// Nouns of a relation that both sides are in: `inBond` is *in a bond with*.
pub(super) const MUTUAL: &str = "agreement alliance bond collaboration competition connection \
    conversation coalition dispute friendship interaction marriage partnership race relation \
    relationship";

/// The same without an article: *in contact with*.
pub(super) const MUTUAL_MASS: &str = "communication conflict contact love sync touch";

/// What stands before `of` without an article, or with `the`.
pub(super) const PART_OF: &str = "part kin proof evidence";
pub(super) const THE_OF: &str =
    "capital cause center centre end inverse opposite origin purpose result start subject topic";

/// The preposition that follows a participle or an adjective.
pub(super) const USUAL_PREPOSITIONS: [(&str, &str); 6] = [
    (
        "to",
        "adjacent affiliated allergic analogous assigned attached attracted bound close committed \
         connected dedicated due engaged entitled equal equivalent exposed identical inferior joined \
         linked married mapped near next opposed orthogonal parallel prior promised proportional \
         related relevant sensitive similar subject superior susceptible tied wed",
    ),
    (
        "with",
        "acquainted afflicted aligned associated compatible consistent concerned diagnosed \
         familiar infected involved synonymous tagged treated",
    ),
    (
        "in",
        "based born contained embedded employed enclosed found included interested located \
         nested situated specialised specialized stored",
    ),
    (
        "from",
        "absent derived descended different distinct excluded inferred inherited isolated \
         separate",
    ),
    ("of", "afraid aware capable composed comprised made proud"),
    ("on", "dependent focused"),
];

/// Names and abbreviations that a property's name has in small letters.
pub(super) const PROPER: &str = "Ames American BMI DNA English European French German HIV ID IQ IRI \
    ISBN MRI PCR RNA UFO URI URL";

/// Property names that only people have a value for.
pub(super) const PERSONAL_DATA: &str =
    "birth born forename gender married nationality occupation salary smokes surname wage";

/// Nouns of what is not counted: no article, no plural.
pub(super) const MASS: &str = "air alcohol beer blood bread butter cheese coffee cotton equipment \
    flour flu food glass grass information leather meat milk money music oil paper plastic rice salt \
    sand snow software steel sugar tea water wheat wine wood wool";
