// Made by `npm run types` from the schema of barents.server.schema; not to be edited.

export type Answer = (Hello | Updated | TableChanged | Talk | Done | Refused | Considered | Proposed | MenuShown | PlanShown | Following | BriefingShown | Lines | Fault)
/**
 * One of the two sides of every game.
 */
export type Side = ("allied" | "axis")
/**
 * Anyone who looks at a match: a side, the spectators, or the umpire who sees everything.
 */
export type Observer = ("allied" | "axis" | "public" | "umpire")
/**
 * Who may know a fact: everyone, one side, or nobody until the game is over.
 */
export type Audience = ("allied" | "axis" | "everyone" | "nobody")
/**
 * How an end is drawn: come home, lost from the air, lost otherwise, or neither home nor lost.
 */
export type Fate = ("away" | "crossed" | "home" | "struck")
/**
 * One hex: its centre, terrain, share of land, and tags (a colon sets off a value: `ice:1-2-3`).
 * 
 * @minItems 6
 * @maxItems 6
 */
export type HexRow = [string, number, number, string, number, string[]]
export type Message = (Contribute | Choose | Undo | Consider | WhyNot | Propose | AskMenu | AskPlan | Follow | LeaveToStaff | AskBriefing | Draft | Orders | Name | Say | Resign | OfferDraw | AcceptDraw | DeclineDraw | Older | Seen)

export interface Wire {
AcceptDraw: AcceptDraw
AccountCard: AccountCard
Again: Again
AirAttack: AirAttack
AirBattleStage: AirBattleStage
AmongWire: AmongWire
Answer: Answer
ArmCard: ArmCard
AskBriefing: AskBriefing
AskMenu: AskMenu
AskPlan: AskPlan
AssignWire: AssignWire
Audience: Audience
Band: Band
BaseState: BaseState
BattleTrackStage: BattleTrackStage
Bin: Bin
Block: Block
Board: Board
Box: Box
BriefedForce: BriefedForce
Briefing: Briefing
BriefingShown: BriefingShown
Career: Career
Cell: Cell
Challenge: Challenge
Change: Change
Chapter: Chapter
ChartFile: ChartFile
ChartState: ChartState
ChatLine: ChatLine
Choose: Choose
Clock: Clock
ClockCard: ClockCard
Coach: Coach
CoachStep: CoachStep
Consider: Consider
Considered: Considered
Contribute: Contribute
ConvoyStage: ConvoyStage
Count: Count
Counting: Counting
Credentials: Credentials
Debrief: Debrief
DecisionView: DecisionView
DeclineDraw: DeclineDraw
Deed: Deed
DeedPlace: DeedPlace
Desk: Desk
Distributions: Distributions
DivisionSlots: DivisionSlots
Done: Done
Draft: Draft
Drew: Drew
EitherWire: EitherWire
Entry: Entry
ExampleLine: ExampleLine
Farewell: Farewell
Fate: Fate
Fault: Fault
FiredShot: FiredShot
Follow: Follow
Following: Following
GameCard: GameCard
Graticule: Graticule
GraticuleLine: GraticuleLine
GridSpec: GridSpec
GroupWire: GroupWire
Health: Health
Held: Held
Hello: Hello
HexRow: HexRow
HitScale: HitScale
Hits: Hits
IcePaths: IcePaths
IceSeason: IceSeason
Interval: Interval
Item: Item
KindView: KindView
LabCard: LabCard
Label: Label
LeaveToStaff: LeaveToStaff
Leg: Leg
LightBand: LightBand
LineConvoy: LineConvoy
LinePaths: LinePaths
LineShip: LineShip
LineShot: LineShot
LineWeapon: LineWeapon
Lines: Lines
ListedWire: ListedWire
Lobby: Lobby
LogLine: LogLine
Loss: Loss
MapFile: MapFile
MatchCard: MatchCard
Menu: Menu
MenuShown: MenuShown
Message: Message
Moment: Moment
Month: Month
MonthLoss: MonthLoss
MonthReport: MonthReport
Name: Name
Neatline: Neatline
NewPassword: NewPassword
Notices: Notices
NoticesCard: NoticesCard
Observer: Observer
Odds: Odds
OfferDraw: OfferDraw
Older: Older
Opened: Opened
Opening: Opening
OptionCard: OptionCard
Order: Order
OrderOdds: OrderOdds
Orders: Orders
OtherAnswer: OtherAnswer
Pace: Pace
Pairs: Pairs
Panel: Panel
Passage: Passage
PickWire: PickWire
PieceView: PieceView
Place: Place
PlainTargets: PlainTargets
Plan: Plan
PlanShown: PlanShown
PlannedAnswer: PlannedAnswer
Plate: Plate
PlayerCard: PlayerCard
Post: Post
Problem: Problem
ProductWire: ProductWire
ProjectionFacts: ProjectionFacts
Propose: Propose
Proposed: Proposed
RatingCard: RatingCard
ReadChapter: ReadChapter
ReadChoice: ReadChoice
ReadLine: ReadLine
ReadMatch: ReadMatch
ReadSeat: ReadSeat
Refusal: Refusal
Refused: Refused
RegionWeather: RegionWeather
Report: Report
ReportView: ReportView
Resign: Resign
Result: Result
Revealed: Revealed
Ring: Ring
Rolled: Rolled
RoundStep: RoundStep
RoutesWire: RoutesWire
Rulebook: Rulebook
Sailing: Sailing
Say: Say
ScenarioCard: ScenarioCard
Scored: Scored
SeatCard: SeatCard
Seen: Seen
Sheet: Sheet
ShipCard: ShipCard
Shot: Shot
ShownExample: ShownExample
ShownFigure: ShownFigure
Side: Side
SightingView: SightingView
Situation: Situation
SlotView: SlotView
SlotWire: SlotWire
Standing: Standing
Store: Store
StudyCard: StudyCard
StudyGame: StudyGame
StudyPlan: StudyPlan
StudyReport: StudyReport
StudyTerms: StudyTerms
SubsetWire: SubsetWire
SunkShip: SunkShip
Supply: Supply
SurfaceCombatStage: SurfaceCombatStage
Swing: Swing
Table: Table
TableCard: TableCard
TableChanged: TableChanged
Taking: Taking
Talk: Talk
Tally: Tally
TallyRow: TallyRow
Term: Term
TextBlock: TextBlock
Ticks: Ticks
Tip: Tip
Told: Told
Tornado: Tornado
Track: Track
TrackDivision: TrackDivision
TrackWeapon: TrackWeapon
Trail: Trail
TurnPoint: TurnPoint
Undo: Undo
Unit: Unit
Until: Until
Update: Update
Updated: Updated
Verdict: Verdict
Victory: Victory
View: View
Watchable: Watchable
WeaponKind: WeaponKind
WeatherPaths: WeatherPaths
WeatherZone: WeatherZone
WeekCard: WeekCard
WhyNot: WhyNot
Window: Window
Wreck: Wreck
ZonePaths: ZonePaths
"barents.atlas.mapfile.Shelf": Shelf1
"barents.kernel.payloads.Shelf": Shelf
"barents.kernel.view.Outcome": Outcome
"barents.server.lobby.protocol.Outcome": Outcome1
}
/**
 * Agreed.
 */
export interface AcceptDraw {
do: "accept-draw"
id?: number
}
/**
 * Who I am here; an empty name for a guest.
 */
export interface AccountCard {
hooks: boolean
mail: boolean
name: string
opened: number
ratings: RatingCard[]
}
/**
 * How strong somebody is at a game, by rated matches: a careful number (mu - 3 sigma), and what it comes from.
 */
export interface RatingCard {
game: string
game_title: string
games: number
mu: number
rating: number
sigma: number
}
/**
 * Play once more on the same terms, with the sides swapped or not.
 */
export interface Again {
swap: boolean
}
/**
 * An attack under way: who flies, whose turn is over, the one that is dealt with and the cells that it has been to.
 * 
 *     `guns` are the ships that may fire.
 */
export interface AirAttack {
guns: string[]
now: (string | null)
over: string[]
raiders: string[]
trail: string[]
}
/**
 * Ships in areas around a middle, and the attack on them.
 */
export interface AirBattleStage {
attack: AirAttack
type: "air-battle"
}
/**
 * Listed values, as runs; `numbers` are meant as such, and no names.
 */
export interface AmongWire {
numbers: boolean
type: "among"
values: string[]
}
/**
 * Everything that a seat needs to begin: sent first, and again when a client has fallen behind.
 */
export interface Hello {
coach: (Coach | null)
contribute: boolean
draft: unknown
following: (Following | null)
is: "hello"
orders: {
[k: string]: Order
}
revision: number
seen: number
side: (Side | null)
table: Table
talk: ChatLine[]
view: View
windows: Window[]
}
/**
 * The steps, and the side that is coached; the other one is played by `opponent`, if that is a computer.
 */
export interface Coach {
opponent: string
side: Side
/**
 * @minItems 1
 * @maxItems 40
 */
steps: CoachStep[]
}
/**
 * A card: an idea in two or three sentences, what to do now, and what it points at (units or cells).
 */
export interface CoachStep {
after: string[]
ask: string
points: string[]
text: string
title: string
unless: string[]
until: (Until | null)
}
/**
 * When a step is done: when any of these is so. One that waits for nothing has a button.
 */
export interface Until {
badge: {
[k: string]: string
}
gone: string
on_chart: string
question: string
rules: string[]
turn: number
}
/**
 * What is left of the orders that this seat has given beforehand, and whether its staff answers for it.
 * 
 *     Where an order could not be followed to its end, `why` says so.
 */
export interface Following {
answers: PlannedAnswer[]
is: "following"
staff: string
why: string
}
/**
 * An answer given beforehand: the id of the question that it is for, and its notation.
 * 
 *     Where several orders are given at once, `order` is the number of the one that it belongs to.
 */
export interface PlannedAnswer {
answer: string
order: number
question: string
}
/**
 * What a seat has ordered for windows of one rule: never, always, or when the odds are good enough.
 * 
 *     With `odds` the computer takes the moment if the best answer's chance, in percent, is at least `percent`;
 *     with `adviser` it answers as the game's doctrine player would.
 */
export interface Order {
percent: number
what: ("adviser" | "always" | "never" | "odds")
}
/**
 * The match around the view: titles, seats, how windows are answered, and the promise about the dice.
 */
export interface Table {
both_sides: boolean
closed: string
commitment: string
game: string
game_title: string
invitation: string
match: string
open_to_all: boolean
options: {
[k: string]: unknown
}
origin: string
pace: (Pace | null)
pause: number
rated: boolean
rematch: string
scenario: string
scenario_title: string
seats: SeatCard[]
unadvised: boolean
watched: boolean
watchers: number
windows: ("ask" | "orders")
}
/**
 * How long a side may think.
 * 
 *     With `minutes` it has so many for the whole match and `seconds` more for each choice; with `days` so many for each
 *     time that it is asked. A clock stands while its side is not asked, and in windows, which nobody may see.
 */
export interface Pace {
days: number
minutes: number
seconds: number
}
/**
 * Who sits where, as everyone at the table may know.
 */
export interface SeatCard {
account: boolean
clock: (ClockCard | null)
here: boolean
kind: ("computer" | "person")
name: string
rating: (number | null)
side: Side
}
/**
 * A seat's clock: how many milliseconds were left when this was sent, and whether it runs.
 */
export interface ClockCard {
left: number
runs: boolean
}
/**
 * What somebody said, and when (milliseconds since 1970). `side` is the speaker's, or nothing in the gallery.
 */
export interface ChatLine {
name: string
number: number
said: number
side: string
words: string
}
/**
 * All that an observer may see.
 */
export interface View {
decision: (DecisionView | null)
draw_offer: (Side | null)
game: string
given: {
[k: string]: string
}
log: LogLine[]
observer: Observer
result: (Result | null)
scenario: string
situation: Situation
story: Passage[]
undo: boolean
waiting: string[]
}
/**
 * What is asked, with the listed options in words and the odds of those that are gambles.
 * 
 *     `words` and `odds` go by an option's notation; of a subset's items and an assignment's slots and values `words` has
 *     the names. `order_odds` has those of an assignment's single orders, by slot and value.
 *     `headings` draw options of one kind together: they go by notation too, and for products by the word that their
 *     actions begin with. `phase` says where in the turn we are.
 *     Where slots of an assignment belong together (`a3:torpedoes`), `slots` says where each stands and `groups` has the
 *     headings; where values are made of parts (`cover:pq-17:2`), `kinds` says how to read them.
 *     A page with `standing` may be left as it is; one that has words there is put to those alone who ask for it by them.
 *     Answers that are paid for in points have `prices`: by an option's notation, an item of a subset, or `slot=value`;
 *     what is gained has one below nothing; `items` says what one needs to know of items, slots, and answers by their
 *     notation. Values that stand for a way on the chart have its cells in `ways`, by `slot=value`. `verb` is what one
 *     does by a sheet or a choice of several, `deed` what a unit does to its value. Where answers name places `units` are
 *     those that can be sent from there, if not all that lie there can. A question with `both` is put to both sides at
 *     once; one with `menus` takes whole orders for a unit, which are asked for one by one.
 *     `help` says in a line what the answers of a kind do, by the word that their notation begins with; `lone` what it
 *     means that there is only one; `layout` how a page lays it out, where the shape of the options does not say it.
 */
export interface DecisionView {
asides: ((PickWire | SubsetWire | AssignWire) | null)
both: boolean
circumstance: string
deed: string
groups: {
[k: string]: string
}
headings: {
[k: string]: string
}
help: {
[k: string]: string
}
items: {
[k: string]: Item
}
kinds: {
[k: string]: KindView
}
layout: string
lone: string
menus: boolean
odds: {
[k: string]: Odds
}
options: (PickWire | SubsetWire | AssignWire)
order_odds: {
[k: string]: {
[k: string]: OrderOdds
}
}
phase: string
prices: {
[k: string]: number
}
prompt: string
question: string
rule: string
slots: {
[k: string]: SlotView
}
staff: boolean
standing: (string | null)
units: string[]
verb: string
ways: {
[k: string]: string[]
}
window: boolean
words: {
[k: string]: string
}
}
/**
 * The wire form of a `Pick`.
 */
export interface PickWire {
about: string
listed: ListedWire[]
products: ProductWire[]
type: "pick"
}
/**
 * A listed action with the pieces and cells it names.
 */
export interface ListedWire {
action: {
[k: string]: unknown
}
cells: string[]
notation: string
pieces: string[]
}
/**
 * Actions made of a first and a second part; `of` gives, for each first part, its domain's number.
 * 
 *     Where an action has one part only, `of` has one domain, for the empty first part.
 */
export interface ProductWire {
do: string
domains: (AmongWire | RoutesWire | EitherWire)[]
fields: string[]
of: {
[k: string]: number
}
}
/**
 * Routes from a start over cells with their costs, for so many points.
 * 
 *     `edges` are the steps, as runs, from cells where they are not those of the board; a route has to end at `goal`.
 */
export interface RoutesWire {
board: string
costs: {
[k: string]: string[]
}
edges: {
[k: string]: string[]
}
goal: string
least: number
points: number
start: string
type: "routes"
}
/**
 * Values of one domain or of another.
 */
export interface EitherWire {
domains: (AmongWire | RoutesWire)[]
type: "either"
}
/**
 * The wire form of a `Subset`.
 */
export interface SubsetWire {
about: string
groups: GroupWire[]
items: string[]
least: number
most: number
type: "subset"
}
/**
 * Limits on how many of some items may be chosen.
 */
export interface GroupWire {
items: string[]
least: number
most: number
name: string
}
/**
 * The wire form of an `Assign`.
 */
export interface AssignWire {
capacity: {
[k: string]: number
}
domains: (AmongWire | RoutesWire | EitherWire)[]
ordered: boolean
slots: {
[k: string]: SlotWire
}
type: "assign"
}
/**
 * A slot: its domain's number, and whether it may stay empty.
 */
export interface SlotWire {
domain: number
optional: boolean
}
/**
 * What one needs to know of an item, a slot or an answer in order to choose: facts, in a few words each.
 * 
 *     `type` are the letters of its type, by which a page draws many together, `name` its plain name if that is another
 *     than its words, `names` the pieces and cells that it stands for on the chart, `piece` its counter if it lies on no
 *     board. What it costs stands in the prices.
 */
export interface Item {
facts: string[]
name: string
names: string[]
piece: (PieceView | null)
type: string
}
/**
 * A counter: where it lies, whose it is, what may be seen of it.
 * 
 *     `kind` is its silhouette, `short` the kind's letters, `nation` its stripe. `factors` are printed on it in the game's
 *     order, a dash for a missing one; `card` says them in words. `ship` names it among the game's ships. `sheets` are the
 *     record sheets about it, the first one first. `force` is the name of the convoy or force that it belongs to.
 */
export interface PieceView {
badges: string[]
board: string
card: {
[k: string]: string | number
}
cell: string
face_down: boolean
factors: string[]
force: string
hits: (Hits | null)
id: string
kind: string
label: string
move: string
nation: string
rings: Ring[]
sheets: string[]
ship: string
short: string
side: Side
}
/**
 * Damage taken, and how much sinks.
 */
export interface Hits {
of: number
taken: number
}
/**
 * How far a piece can go or see from a cell, with its name for the chart: "Ju 88 from Banak, 15 hexes".
 */
export interface Ring {
cell: string
radius: number
words: string
}
/**
 * A kind of values that are made of parts: how they are written, and what their fields are.
 * 
 *     `form` has the fields in braces; a flag is written as a colon and its name, where it is set. Where one chooses the
 *     kind first, it has a `title`, and `help` says what it does.
 */
export interface KindView {
fields: {
[k: string]: "cell" | "flag" | "number" | "piece" | "word"
}
form: string
help: string
title: string
}
/**
 * What a gamble is worth, from what the player may know.
 * 
 *     `outcomes` are all its ends from the worst to the best; `notes` what else counts, in a few words each.
 */
export interface Odds {
chance: number
modifiers: {
[k: string]: number
}
notes: string[]
of: string
outcomes: Outcome[]
}
/**
 * One way in which a gamble can end.
 */
export interface Outcome {
chance: number
words: string
}
/**
 * What a single order of a sheet is worth; and what, if that is else, where another unit has the same before it.
 */
export interface OrderOdds {
after: (Odds | null)
first: Odds
}
/**
 * Where a slot stands on its sheet: what it belongs to, what it is for there, and the words under that heading.
 */
export interface SlotView {
group: string
role: string
words: string
}
/**
 * An event in words, under this observer's own number.
 */
export interface LogLine {
event: (Told | Rolled | Drew | Revealed)
number: number
rule: string
text: string
}
/**
 * Words for the log, with `{names}` that stand for the facts in `about`.
 */
export interface Told {
about: {
[k: string]: string | number
}
rule: string
what: "told"
words: string
}
/**
 * A throw of dice: natural faces, each modifier by name, and the total. What is not seen is left out.
 * 
 *     `needs` says what total does what, in a few words; it is seen with the total.
 */
export interface Rolled {
die: string
faces: number[]
modifiers: {
[k: string]: number
}
needs: string
rule: string
subject: string
total: (number | null)
what: "rolled"
}
/**
 * A random draw without replacement.
 */
export interface Drew {
count: number
drawn: string[]
pool: number
rule: string
subject: string
what: "drew"
}
/**
 * Pieces shown to an audience.
 */
export interface Revealed {
pieces: string[]
rule: string
what: "revealed"
}
/**
 * How a game ended. Without a winner it is a draw.
 */
export interface Result {
level: string
points: {
[k: string]: number
}
why: string
winner: (Side | null)
}
/**
 * A game's part of a view. While there is a `desk`, it is shown in the chart's place.
 */
export interface Situation {
boards: Board[]
clock: Clock
desk: (Desk | null)
pieces: PieceView[]
sheets: Sheet[]
sightings: SightingView[]
tracks: Track[]
trails: Trail[]
}
/**
 * The map or a display. Its cells and their shapes are a static file, `geometry`; `payload` is what is drawn there.
 * 
 *     A display may stand for a cell of the map (`at`), and say how many pieces are known to lie in it (`count`), whose it
 *     is, its sign (a piece's kind) and its state in a few words. Displays of one `group` stand together under its name; a
 *     battle's face each other by side, and lie open as long as it lasts. `strip` is what happens on a display now, in its
 *     order.
 */
export interface Board {
at: string
battle: boolean
count: (number | null)
geometry: string
group: string
name: string
note: string
payload: ((ChartState | BaseState | ConvoyStage | AirBattleStage | SurfaceCombatStage | BattleTrackStage) | null)
side: (Side | null)
sign: string
strip: Leg[]
title: string
}
/**
 * What of a map is in force.
 * 
 *     `ice` is the season of its ice edge; of its `zones` only these are drawn, where a game says so; `fog` are the zones
 *     that lie in it, where it does not lie everywhere. `bands` run from south to north. `reports` say what a sighting of
 *     each level tells. Single cells have signs of their own: those that one's aircraft will search (`recon`), that were
 *     searched in vain (`empty`), that the enemy named (`searched`), and where forces must go (`bound`); all other
 *     `marks` are cells outlined together under a name.
 */
export interface ChartState {
bands: LightBand[]
bound: string[]
empty: (string[] | null)
fog: (string[] | null)
ice: string
marks: {
[k: string]: string[]
}
recon: string[]
reports: string[]
searched: string[]
type: "chart"
weather: RegionWeather[]
zones: (string[] | null)
}
/**
 * A band of latitudes: how light it is there now, its day in words, and the parallel in which it ends northward.
 */
export interface LightBand {
hours: string
light: ("day" | "night" | "twilight")
upto: (number | null)
}
/**
 * The weather of a region: its sky in a word, its title on a plate, what counts most, and all else to be said.
 */
export interface RegionWeather {
headline: string
more: string[]
region: string
sky: string
title: string
}
/**
 * A display that stands for a place on the map: what is at home there, by what it is doing.
 */
export interface BaseState {
shelves: Shelf[]
type: "base"
}
/**
 * Pieces that are at home in a base and do the same, wherever they lie.
 */
export interface Shelf {
pieces: string[]
title: string
}
/**
 * A convoy in its squares, ahead is up: how many hexes it goes in a turn, and the attack on it, if there is one.
 */
export interface ConvoyStage {
attack: (AirAttack | null)
speed: number
type: "convoy"
wrecks: Wreck[]
}
/**
 * Where a ship of a convoy went down, and her name.
 */
export interface Wreck {
cell: string
name: string
}
/**
 * Ships in a line of numbered areas; before the first round they are put into groups.
 * 
 *     `places` are the areas into which a die can put each side's groups. `columns` are those of the damage rosters;
 *     `weapon` is the kind that the step is about. `smokes` is the value by which a ship is ordered to lay smoke.
 */
export interface SurfaceCombatStage {
areas: number
columns: string[]
convoy: (LineConvoy | null)
groups: string[]
moved: string[]
places: {
[k: string]: number[]
}
round: number
rounds: number
ships: {
[k: string]: LineShip
}
shots: LineShot[]
smoke: number[]
smokes: string
steps: RoundStep[]
submerged: string[]
type: "surface-combat"
weapon: string
weapons: WeaponKind[]
}
/**
 * A convoy that is put down and moved as one: its name, its marker, and the value that puts a ship beside it.
 * 
 *     `ships` are those that lie with it, once that is open.
 */
export interface LineConvoy {
beside: string
marker: string
name: string
ships: string[]
}
/**
 * A ship in a line: what is left of her level by level, what else has been done to her, and her weapons.
 * 
 *     A level has a number for each column of the roster, and none in columns that she does not have.
 */
export interface LineShip {
hurt: string[]
levels: (number | null)[][]
weapons: LineWeapon[]
}
/**
 * A weapon of a ship: its kind, the slot that aims it, and the modifier for each distance as far as it reaches.
 */
export interface LineWeapon {
kind: string
reach: number[]
slot: string
}
/**
 * A weapon that both sides know to be aimed.
 */
export interface LineShot {
ship: string
target: string
weapon: string
}
/**
 * A step of a round, and a few words about it.
 */
export interface RoundStep {
name: string
note: string
state: ("done" | "next" | "now")
}
/**
 * A kind of weapon: its key, which is also its short name, its words, and what it does up to its range.
 */
export interface WeaponKind {
key: string
torpedoes: boolean
verb: string
words: string
}
/**
 * Divisions on a track of numbered cells, of which `first` to `last` are looked at.
 * 
 *     `fought` is the round that was fought last, `over` the turn in which the battle was seen to be over. `forming` are
 *     ships that have still to be put into divisions; `slots` order one's own, `break_off` is the slot by which a side
 *     breaks off. `best` is the ship of a division that guns without an order take. `sight` has how many cells a side
 *     sees, `starshell` how far that reaches; from the speed `running` on a division at full speed fires less; torpedoes
 *     have `masked` by a division in the way. `hits` are those on each ship in this battle.
 */
export interface BattleTrackStage {
best: {
[k: string]: string
}
break_off: string
divisions: TrackDivision[]
engager: Side
fired: FiredShot[]
first: number
forming: string[]
fought: number
hits: {
[k: string]: number
}
last: number
masked: number
over: (number | null)
plain: PlainTargets
round: number
rounds: number
running: number
scale: HitScale
ships: {
[k: string]: TrackWeapon[]
}
sight: {
[k: string]: number
}
slots: {
[k: string]: DivisionSlots
}
starshell: number
steps: RoundStep[]
sunk: {
[k: string]: SunkShip[]
}
surprised: Side[]
type: "battle-track"
weapons: WeaponKind[]
}
/**
 * A division on a track, its ships from the front and its place among the others of its side.
 * 
 *     `moved` and `did` are what it did in the last round; `lights` is the division that it lights up.
 */
export interface TrackDivision {
cell: number
did: ("comb" | "run" | "smoke")[]
key: string
lights: string
moved: number
name: string
order: number
ships: string[]
side: Side
train: boolean
}
/**
 * A shot of the last round as both sides saw it, with its reasons.
 */
export interface FiredShot {
dice: number
hits: number
ship: string
side: Side
target: string
weapon: string
why: string
}
/**
 * Ships that guns hit more easily: within how many cells, and by how much.
 */
export interface PlainTargets {
modifier: number
ships: string[]
within: number
}
/**
 * The chance of one die by the sum of its modifiers, from the least on; beyond both ends it stays the same.
 */
export interface HitScale {
chances: number[]
least: number
}
/**
 * A weapon of a ship: its dice, and those of a division that runs or turns with torpedoes.
 * 
 *     `reach` has the modifier for each distance, `against` the sum of all others for each enemy.
 */
export interface TrackWeapon {
against: {
[k: string]: number
}
dice: number
hampered: number
kind: string
reach: number[]
slot: string
}
/**
 * The slots that order a division: its move, and what else it does.
 */
export interface DivisionSlots {
comb: string
leave: string
move: string
scatter: string
smoke: string
starshell: string
}
/**
 * A ship that went down, where and in which round.
 */
export interface SunkShip {
cell: number
name: string
round: number
ship: string
}
/**
 * A part of what happens on a display now: its name, a few lines about it, and what came or can come of it.
 */
export interface Leg {
end: string
lines: string[]
state: ("done" | "next" | "now")
title: string
}
/**
 * Where the game stands in time, and what the sky is like.
 * 
 *     `date` is when the turn begins, `hours` how long it lasts; `sun` the hours between which it is light (0 to 24: all
 *     day, 0 to 0: never). `sky` is one word for the weather's sign, `effects` what it does to the rules.
 */
export interface Clock {
date: string
effects: string[]
hours: number
light: string
phase: string
sky: string
sun: ([number, number] | null)
turn: number
turns: number
weather: string
}
/**
 * A desk: its name, the phases of the month, the calendar, the track, blocks of ships, supplies, plates, the diary.
 * 
 *     `hidden` is what the other side cannot see this month, `unseen` what this side cannot.
 */
export interface Desk {
blocks: Block[]
diary: Entry[]
hidden: string[]
months: Month[]
phases: [string, ("done" | "next" | "now")][]
plates: Plate[]
supplies: Supply[]
title: string
unseen: string[]
victory: Victory
}
/**
 * Units under a heading, such as the core, the yards, the ships in Germany; `note` stands beside the heading.
 */
export interface Block {
note: string
title: string
units: Unit[]
}
/**
 * A ship on the desk: her sign, where she is, what is the matter with her, and whether she is lost.
 * 
 *     `rank` is "great" for those that have a counter of their own, "small" for those that only have a silhouette.
 *     `sheet` is her data sheet's name.
 */
export interface Unit {
id: string
kind: string
label: string
lost: boolean
nation: string
place: string
rank: ("great" | "small")
sheet: string
short: string
trouble: string
}
/**
 * A line of the war diary, with the month's score where it has one.
 */
export interface Entry {
month: string
score: (number | null)
words: string
}
/**
 * A month of the calendar: its letter, its year, and the score once it is over; `dark` has no sun in the north.
 */
export interface Month {
dark: boolean
name: string
score: (number | null)
state: ("done" | "next" | "now")
year: number
}
/**
 * A convoy or a fleet as it is planned or at sea: its way and date, what is in it, and one remark.
 */
export interface Plate {
chosen: boolean
lines: string[]
remark: string
title: string
way: string
}
/**
 * What the month's dice brought: their faces, how many pieces of a kind, how many of them are not placed yet.
 */
export interface Supply {
dice: number[]
kind: string
number: number
title: string
unplaced: number
words: string
}
/**
 * The track, the box with the marker, and the way to the next box: so much of so much, in words.
 */
export interface Victory {
boxes: Box[]
marker: number
of: number
value: number
words: string
}
/**
 * A box of the track that says who is winning; `weight` is how far it is a victory, from 0 (a draw) to 3.
 */
export interface Box {
side: (Side | null)
weight: number
words: string
}
/**
 * A record sheet: rows of facts under a heading, as a campaign keeps them.
 * 
 *     One with `boxes` is a ship's: each row has a system, its boxes, those that are lost, and what follows from that.
 *     `stores` come below, and `chips` say in a few words each what else is the matter.
 */
export interface Sheet {
boxes: boolean
chips: string[]
head: string[]
name: string
note: string
rows: (string | number)[][]
stores: Store[]
title: string
}
/**
 * What a ship uses up: so many boxes, of which so many parts are left, with its words.
 */
export interface Store {
boxes: number
left: number
now: string
parts: number
words: string
}
/**
 * A contact: where it was last known to be, with its age in turns and its source (`kernel.contacts`).
 * 
 *     `reach` is how many hexes it goes in a turn. Where reports are of several kinds `level` says how much this one
 *     tells, from 1 on; `course` is where it was going. `name` is what an order calls it by, if orders can, `title` the
 *     name of the convoy or force where that is known. `holds` is all that it is known to hold, `reports` what it is made
 *     of, the newest first. `key` stays the same as long as it is the same contact. One that is `open` lies on the chart
 *     for all to see, or has been followed there.
 */
export interface SightingView {
age: number
cell: string
course: string
holds: Held[]
key: string
kind: string
level: number
name: string
open: boolean
reach: number
reports: ReportView[]
side: (Side | null)
source: string
title: string
turn: number
what: string
}
/**
 * What a contact is known to hold: a `number` of ships of a kind, 0 if it is not known, or one `ship` by name.
 */
export interface Held {
kind: string
number: number
ship: string
words: string
}
/**
 * What was told of a contact once: where, when, what, and by whom.
 */
export interface ReportView {
cell: string
source: string
turn: number
what: string
}
/**
 * A number that both or one side may see: points, decoys in hand.
 * 
 *     A side's `points` are shown in the header; a `scale`, where victory has levels, with its bands from low to high. It
 *     stands under its `short` name, if it has one.
 */
export interface Track {
bands: Band[]
kind: ("count" | "points" | "scale")
most: (number | null)
name: string
short: string
side: (Side | null)
title: string
value: number
}
/**
 * A stretch of a scale, from where the one before it ends: what it is called, and whom it is good for.
 */
export interface Band {
side: (Side | null)
upto: (number | null)
words: string
}
/**
 * Where something was seen to go: the cell in which it ended each of the last turns, oldest first.
 * 
 *     Within one turn the cells of its way have the turn 0. One that is `planned` lies ahead: its turns are those in which
 *     the cells are to be reached.
 */
export interface Trail {
cells: [number, string][]
planned: boolean
side: Side
words: string
}
/**
 * A deed as one observer reads it, from one line of its log to another; names stand between asterisks.
 * 
 *     `heading` says when it was: "Turn 9". `kind` is what sort of deed, in a word or two, `outcome` what came of it, with
 *     its `tone` for the reader, `names` the pieces and cells that it speaks of, `lost` the pieces that are gone.
 *     One that is worth a card in a report (`weight`) also has a `title` and a few `sentences`, the `way` that it went on
 *     the chart, what it `changes`, and if it was a battle its `shots` in their order. One that ends a month of a campaign
 *     has its report (`month`).
 */
export interface Passage {
changes: Change[]
first: number
heading: string
kind: string
last: number
lost: string[]
month: (MonthReport | null)
names: string[]
outcome: string
sentences: string[]
shots: Shot[]
side: (Side | null)
text: string
title: string
tone: ("" | "bad" | "good")
way: string[]
weight: (0 | 1 | 2)
}
/**
 * What a deed did to a unit: its counter's factors, movement and hits before and after, and words for what counts.
 * 
 *     `piece` is its id where it has one on the board, `kind` and `nation` its silhouette and stripe.
 */
export interface Change {
after: string[]
before: string[]
gone: boolean
hits: ([Hits, Hits] | null)
kind: string
label: string
/**
 * @minItems 2
 * @maxItems 2
 */
move: [string, string]
nation: string
piece: string
side: (Side | null)
words: string[]
}
/**
 * How a month of a campaign ended, as one side may know it.
 * 
 *     `account` is in the order in which it was counted; `score` what it comes to, `total` what the months have come to,
 *     `marker` what that does to the track. Its passages are those from the line with which it `begins`.
 */
export interface MonthReport {
account: Post[]
begins: number
losses: MonthLoss[]
marker: string
month: string
sailed: Sailing[]
score: number
total: (number | null)
}
/**
 * A line of a month's account: what brought points, and how many; those of the Axis are below nothing.
 */
export interface Post {
label: string
points: number
side: (Side | null)
}
/**
 * What a month cost: the unit, how it was lost, what that is worth, and the line of the log that says so.
 */
export interface MonthLoss {
change: Change
line: (number | null)
points: number
words: string
}
/**
 * A convoy of a month: how many merchants sailed in it, and how many came through.
 */
export interface Sailing {
arrived: number
label: string
sailed: number
}
/**
 * One attack within a battle: who at whom, the number of the line with its die, and what came of it.
 */
export interface Shot {
line: (number | null)
outcome: string
shooter: string
target: string
tone: ("" | "bad" | "good")
}
/**
 * A kind of window for which a side may give standing orders.
 */
export interface Window {
rule: string
words: string
}
/**
 * What has changed for this seat.
 */
export interface Updated {
is: "update"
update: Update
}
/**
 * What has changed from one view to the next.
 * 
 *     `view` and `situation` hold the parts that are new as a whole. Of the pieces those in `gone` are taken away, then
 *     those in `pieces` added or put in place of the old, and `order` lists them all if their order has changed. The log
 *     is cut off at line `log_from`, and `log` comes after it; so is the story, of which the passages go that begin with
 *     the line `story_from` or after it.
 */
export interface Update {
gone: string[]
log: LogLine[]
log_from: number
order: (string[] | null)
pieces: PieceView[]
revision: number
situation: {
[k: string]: unknown
}
story: Passage[]
story_from: number
view: {
[k: string]: unknown
}
}
/**
 * Somebody has come, gone or sat down.
 */
export interface TableChanged {
is: "table"
table: Table
}
/**
 * Somebody has said something in this client's room.
 */
export interface Talk {
is: "talk"
lines: ChatLine[]
}
/**
 * The message with this id was done, and is kept.
 */
export interface Done {
id: number
is: "done"
}
/**
 * The message was not done; nothing has changed.
 */
export interface Refused {
id: number
is: "refused"
refusal: Refusal
}
/**
 * Why something cannot be chosen, for a person, and the rule that says so.
 */
export interface Refusal {
reason: string
rule: string
}
/**
 * The answer to `Consider` and `WhyNot`.
 */
export interface Considered {
id: number
is: "considered"
odds: (Odds | null)
refusal: (Refusal | null)
words: string
}
/**
 * The answer to `Propose`: what the adviser would answer, in notation and in words, why, and what else there is.
 * 
 *     Other answers were tried in so many imagined `worlds`, the best comes first.
 */
export interface Proposed {
action: string
id: number
is: "proposed"
others: OtherAnswer[]
reasons: string[]
words: string
worlds: number
}
/**
 * An answer beside the one that is advised.
 * 
 *     `gain` is how many games of 100 more one wins with it, by imagined games; in four of five cases the truth is within
 *     `spread` of that.
 */
export interface OtherAnswer {
action: string
gain: number
spread: number
words: string
}
/**
 * The answer to `AskMenu`; none if what is asked now is not about these units.
 */
export interface MenuShown {
id: number
is: "menu"
menu: (Menu | null)
}
/**
 * All that some units can do together, as one stack or force.
 * 
 *     `units` are those that it is for, `others` those who lie with them and could go too, `state` how they are, in a
 *     line: "Submerged, 2 hexes behind PQ 12, not seen".
 */
export interface Menu {
deeds: Deed[]
facts: string[]
others: string[]
rule: string
state: string
title: string
units: string[]
}
/**
 * One thing that a unit can do now, or why it cannot.
 * 
 *     `name` is what a plan calls it, `key` the letter by which a person chooses it. `cells` are the places that it can be
 *     done at; a deed without any is done where the unit is. `facts` are a few words each: what it risks, what it costs.
 *     With a `refusal` it cannot be done; one that is `hopeless` can, and hardly anybody would.
 */
export interface Deed {
cells: string[]
facts: string[]
help: string
hopeless: boolean
key: string
name: string
odds: (Odds | null)
places: DeedPlace[]
reach: ("" | "land" | "look" | "move" | "strike" | "watch")
refusal: (Refusal | null)
title: string
}
/**
 * A place that a deed can be done at, where there is something to say about it: its chance, a few words.
 */
export interface DeedPlace {
cell: string
chance: (number | null)
words: string
}
/**
 * The answer to `AskPlan`.
 */
export interface PlanShown {
id: number
is: "plan"
plan: Plan
}
/**
 * A whole order: its answers, in the order in which they will be asked for, and what it comes to.
 * 
 *     On a page where each unit has a slot it is no answer but the `value` that the unit's slot is given.
 *     `way` are the cells that it leads over, the first where the unit is; `words` what the button says, `about` where it
 *     ends and what is known of the way, each in a few words. With a `refusal` it cannot be given, and has no answers.
 */
export interface Plan {
about: string[]
answers: PlannedAnswer[]
odds: (Odds | null)
refusal: (Refusal | null)
value: string
way: string[]
words: string
}
/**
 * The answer to `AskBriefing`.
 */
export interface BriefingShown {
briefing: Briefing
id: number
is: "briefing"
}
/**
 * All that stands on the page. For those who have no seat yet there is no side and there are no forces.
 */
export interface Briefing {
about: string
begins: string
clock: (Clock | null)
counting: Counting
forces: BriefedForce[]
game: string
minutes: number
scale: Band[]
side: (Side | null)
situation: string[]
tasks: {
[k: string]: string
}
tips: Tip[]
title: string
turns: number
}
/**
 * What counts in a scenario: the most usual things, what a tie is, and a rule of thumb.
 */
export interface Counting {
counts: Count[]
thumb: string
tie: string
}
/**
 * Something that counts: in words, for whom, how much on average; `said` is how much where that is no number.
 */
export interface Count {
points: number
said: string
side: Side
words: string
}
/**
 * Some of one's units that lie or come together, under their name; equal ones are counted.
 */
export interface BriefedForce {
name: string
units: [PieceView, number][]
}
/**
 * A piece of advice for a first game: what to do in a few words, and why.
 */
export interface Tip {
text: string
title: string
}
/**
 * Older lines of the log, and what they tell of.
 */
export interface Lines {
id: number
is: "lines"
lines: LogLine[]
story: Passage[]
}
/**
 * Something failed that is not this seat's doing, as when the computer player crashes; the match is safe.
 */
export interface Fault {
is: "fault"
words: string
}
/**
 * One arm of a study: who plays what.
 * 
 *     In a study of tables `table` is the one that is moved, by `step`; the arm in which nothing is moved has none.
 */
export interface ArmCard {
allied: string
axis: string
game: string
history: (number | null)
provenance: string
scenario: string
step: number
table: string
title: string
}
/**
 * What is this about, and what have I got?
 */
export interface AskBriefing {
do: "briefing"
id?: number
}
/**
 * What can these units do, together as one stack or force?
 */
export interface AskMenu {
do: "menu"
id?: number
units: string[]
}
/**
 * What would the whole order be for a deed of their menu at a place?
 */
export interface AskPlan {
cell?: string
deed: string
do: "plan"
id?: number
units: string[]
}
/**
 * How many games gave this value.
 */
export interface Bin {
games: number
value: number
}
/**
 * My record: all finished matches, the newest first, and how many were won, lost and drawn at each game.
 */
export interface Career {
outcomes: Outcome1[]
totals: {
[k: string]: {
[k: string]: number
}
}
}
/**
 * A finished match of mine: `won`, `lost` or `drawn`, against whom, and how.
 */
export interface Outcome1 {
game_title: string
level: string
match: string
opened: number
opponent: string
outcome: ("drawn" | "lost" | "won")
rated: boolean
scenario_title: string
side: Side
}
/**
 * One pair of players: who sat where, how many games say so, and the German share of the wins (0 to 1).
 * 
 *     A drawn game counts as half a win of each side.
 */
export interface Cell {
allied: string
axis: string
games: number
share: Interval
}
/**
 * An estimate, and the range that it is confidently in.
 */
export interface Interval {
high: number
low: number
mean: number
}
/**
 * A match with a free seat for whoever wants it.
 */
export interface Challenge {
game: string
game_title: string
host: string
match: string
mine: boolean
opened: number
options: string[]
pace: (Pace | null)
pause: number
rated: boolean
rating: (number | null)
scenario_title: string
side: Side
watched: boolean
windows: ("ask" | "orders")
}
/**
 * A chapter as it is read. `rules` are beginnings of the ids that it explains.
 */
export interface Chapter {
about: string
blocks: TextBlock[]
example: ShownExample
figure: (ShownFigure | null)
number: number
rules: string[]
see: number[]
title: string
}
/**
 * A part of a chapter's text: a paragraph, a heading, a list or a table, whose first row is its head.
 */
export interface TextBlock {
kind: ("heading" | "list" | "table" | "text")
rows: string[][]
}
/**
 * A worked example as it is read.
 */
export interface ShownExample {
lines: ExampleLine[]
words: string
}
/**
 * A line of an example: a `side`'s answer, what the umpire told under a `rule`, or an end with its `chance`.
 */
export interface ExampleLine {
chance: (number | null)
rule: string
side: (Side | null)
text: string
}
/**
 * Counters beside a chapter.
 */
export interface ShownFigure {
pieces: PieceView[]
words: string
}
/**
 * `NAME.chart.json`: paths reach one hex beyond the frame.
 */
export interface ChartFile {
/**
 * @minItems 4
 * @maxItems 4
 */
frame: [number, number, number, number]
graticule: Graticule
ice: IcePaths[]
labels: Label[]
land: number[][][]
lines: LinePaths[]
name: string
neatline: Neatline
outline: number[][][]
shelf: Shelf1
weather: WeatherPaths[]
zones: ZonePaths[]
}
/**
 * The parallels and meridians.
 */
export interface Graticule {
meridians: GraticuleLine[]
parallels: GraticuleLine[]
}
/**
 * A parallel or meridian.
 */
export interface GraticuleLine {
degree: number
label: string
paths: number[][]
}
/**
 * The ice of a season or month: its edge as lines, and the whole pack (land included) as areas.
 */
export interface IcePaths {
edge: number[][]
label: string
pack: number[][][]
when: string
}
/**
 * A name lettered on the chart: a sea, a smaller water, a country.
 */
export interface Label {
kind: ("land" | "sea" | "water")
text: string
x: number
y: number
}
/**
 * A named line: the leads, a weather line, a meridian that a rule speaks of.
 */
export interface LinePaths {
line: string
name: string
paths: number[][]
}
/**
 * The graduation of the frame's four sides.
 */
export interface Neatline {
bottom: Ticks
left: Ticks
right: Ticks
top: Ticks
}
/**
 * Along one side of the frame: x (or y) and degree, every half of longitude and quarter of latitude.
 */
export interface Ticks {
lat: [number, number][]
lon: [number, number][]
}
/**
 * Sea near land: a wide and a narrow tint.
 */
export interface Shelf1 {
far: number[][][]
near: number[][][]
}
/**
 * A weather zone's outline along hex sides.
 */
export interface WeatherPaths {
label: string
name: string
outline: number[][][]
}
/**
 * A zone's outline along hex sides.
 */
export interface ZonePaths {
kind: ("closed" | "entry" | "growlers" | "limit" | "patrol" | "region" | "row")
name: string
outline: number[][][]
tag: string
}
/**
 * The answer to the pending decision, in notation.
 */
export interface Choose {
action: string
do: "choose"
id?: number
revision: number
}
/**
 * What would this answer be, in words, with its odds, and would it be refused?
 */
export interface Consider {
action: string
do: "consider"
id?: number
}
/**
 * The seat's own random words for the dice, before the first one falls.
 */
export interface Contribute {
do: "contribute"
id?: number
nonce: string
}
/**
 * A name and a password. `bring` hands the seats of this browser over to the account.
 */
export interface Credentials {
bring: boolean
name: string
password: string
}
/**
 * Everything for the page after the game.
 */
export interface Debrief {
choices: number
dice: number
level: string
moments: Moment[]
points: {
[k: string]: number
}
report: Report
steps: number
table: Table
turns: TurnPoint[]
verified: boolean
why: string
winner: (Side | null)
}
/**
 * A step of the replay at which many points changed hands.
 */
export interface Moment {
points: number
side: Side
step: number
turn: number
words: string
}
/**
 * How a game ended and why: a sentence, points by source, losses by cause, and convoys beside history.
 */
export interface Report {
losses: Loss[]
scored: Scored[]
sentence: string
tallies: Tally[]
}
/**
 * A unit lost: whose, what it was (its silhouette), by what, and in which turn.
 */
export interface Loss {
cause: string
kind: string
side: Side
turn: number
unit: string
}
/**
 * Points that a side made from one source.
 */
export interface Scored {
count: number
points: number
side: Side
source: string
}
/**
 * A convoy's ships by what became of them, this game beside history; `looks` says how each end is drawn.
 */
export interface Tally {
kind: string
looks: {
[k: string]: Fate
}
rows: TallyRow[]
title: string
}
/**
 * How many met which end: in this game, or in history.
 */
export interface TallyRow {
ends: {
[k: string]: number
}
name: string
}
/**
 * Where a game stood at the start of a turn: the step of the replay, the date, points by side.
 */
export interface TurnPoint {
date: string
points: {
[k: string]: number
}
step: number
turn: number
}
/**
 * No, we go on.
 */
export interface DeclineDraw {
do: "decline-draw"
id?: number
}
/**
 * Small multiples with one axis: `unit` is what is counted, as it stands under the axis.
 */
export interface Distributions {
note: string
panels: Panel[]
title: string
type: "distributions"
unit: string
}
/**
 * One distribution: bins in rising order without the empty ones, mean, and the range of the middle nine in ten.
 * 
 *     `history` is what happened in the war and `word` what the line is called; `beyond` the share of games at or
 *     beyond it.
 */
export interface Panel {
beyond: (Interval | null)
bins: Bin[]
games: number
history: (number | null)
least: number
mean: Interval
most: number
title: string
word: string
}
/**
 * Keep this unfinished answer for me; the client knows what it means. None forgets it.
 */
export interface Draft {
do: "draft"
draft: unknown
id?: number
}
/**
 * The account is to be deleted: running matches are given up, the name goes, the choices stay for the others.
 */
export interface Farewell {
password: string
}
/**
 * Do this: the first answer now, the others as their questions come. It takes the place of what was left before.
 * 
 *     An empty one gives up what is left of an order. Where the answers belong to several orders, `stop` says what of the
 *     story that this seat reads keeps the next one from being begun: then the person is asked.
 */
export interface Follow {
answers: PlannedAnswer[]
do: "follow"
id?: number
revision: number
stop?: ("" | "harm" | "news")
}
/**
 * A game on the start page.
 */
export interface GameCard {
about: string
chart: string
geometry: {
[k: string]: string
}
name: string
options: OptionCard[]
players: PlayerCard[]
scenarios: ScenarioCard[]
title: string
}
/**
 * An optional rule on the start page.
 */
export interface OptionCard {
about: string
choices: unknown[]
default: unknown
kind: ("choice" | "number" | "switch")
name: string
people: Side[]
title: string
}
/**
 * An opponent on the start page.
 */
export interface PlayerCard {
about: string
name: string
title: string
}
/**
 * A scenario on the start page.
 */
export interface ScenarioCard {
about: string
begins: string
coached: (Side | null)
minutes: number
name: string
opponent: string
parts: string[]
tasks: {
[k: string]: string
}
title: string
turns: number
}
/**
 * How a board is laid out and numbered, as a map's data file declares it.
 * 
 *     `shifted` and `shift` say which printed columns (flat-top) or rows (pointy-top) lie half a hex towards
 *     where. `isolated` cells have a place on the board for measuring but are nobody's neighbour.
 */
export interface GridSpec {
/**
 * @minItems 2
 * @maxItems 2
 */
columns: [number, number]
columns_grow: ("east" | "west")
id: ("CCRR" | "RRCC")
isolated: string[]
orientation: ("flat" | "pointy")
/**
 * @minItems 2
 * @maxItems 2
 */
rows: [number, number]
rows_grow: ("north" | "south")
shift: ("east" | "north" | "south" | "west")
shifted: ("even" | "odd")
}
/**
 * That the server is well, and how much it has to do.
 */
export interface Health {
listeners: number
matches: number
status: "ok"
version: string
}
/**
 * The ice of a season (`winter`) or month (`3`), and how the hexes tell.
 */
export interface IceSeason {
berg: (string | null)
label: string
tag: (string | null)
terrains: string[]
when: string
}
/**
 * What the laboratory can be asked: how much at once, which weeks, and by game which tables can be moved.
 */
export interface LabCard {
most_games: number
tables: {
[k: string]: TableCard[]
}
weeks: WeekCard[]
}
/**
 * A table whose values we had to reconstruct.
 */
export interface TableCard {
name: string
title: string
}
/**
 * A week of the war that several games play.
 */
export interface WeekCard {
about: string
name: string
rule_sets: string[]
title: string
}
/**
 * Let my staff answer what is asked of me for the rest of this phase; with `on` false, no longer.
 */
export interface LeaveToStaff {
do: "staff"
id?: number
on?: boolean
revision: number
}
/**
 * What the lobby shows: my games (those first in which it is my move), open challenges, games to watch.
 */
export interface Lobby {
challenges: Challenge[]
mine: MatchCard[]
watchable: Watchable[]
}
/**
 * One of my games.
 */
export interface MatchCard {
date: string
game: string
game_title: string
match: string
my_move: boolean
opponent: string
over: boolean
scenario_title: string
sides: Side[]
turn: number
turns: number
words: string
}
/**
 * A match under way that anybody may watch.
 */
export interface Watchable {
date: string
game: string
game_title: string
match: string
names: {
[k: string]: string
}
scenario_title: string
turn: number
turns: number
watchers: number
}
/**
 * `NAME.json`.
 */
export interface MapFile {
grid: GridSpec
hexes: HexRow[]
ice: IceSeason[]
land_sides: [string, string][]
name: string
open: string[]
places: Place[]
projection: ProjectionFacts
spacing_km: number
subtitle: string
title: string
weather: WeatherZone[]
}
/**
 * A named place: a port, an airbase, an exit, or a mark to steer by.
 */
export interface Place {
capacity: (number | null)
closed: number[]
country: (string | null)
floatplanes_only: boolean
hex: (string | null)
kind: ("airbase" | "exit" | "mark" | "port")
lat: number
lon: number
name: string
side: (("allied" | "axis" | "soviet") | null)
spellings: string[]
x: number
y: number
}
/**
 * Lambert conformal conic on a sphere; `ties` counts the places that a bent board was tied to.
 */
export interface ProjectionFacts {
/**
 * @minItems 2
 * @maxItems 2
 */
origin: [number, number]
/**
 * @minItems 2
 * @maxItems 2
 */
parallels: [number, number]
ties: number
turn: number
}
/**
 * Cells that share one weather: those in its zones and columns that no zone before it has taken.
 */
export interface WeatherZone {
columns: ([number, number] | null)
label: string
name: string
zones: string[]
}
/**
 * Take my last choice back.
 */
export interface Undo {
do: "undo"
id?: number
revision: number
}
/**
 * Why can this piece or cell not be chosen now?
 */
export interface WhyNot {
cell?: string
do: "why"
id?: number
piece?: string
}
/**
 * What would you do? The adviser's answer to the pending decision.
 */
export interface Propose {
do: "propose"
id?: number
}
/**
 * My standing orders, by the rule of the window.
 */
export interface Orders {
do: "orders"
id?: number
orders: {
[k: string]: Order
}
}
/**
 * What I am called at this table.
 */
export interface Name {
do: "name"
id?: number
name: string
}
/**
 * Words for the others in my room: from a seat to the other seat, from the gallery to the gallery.
 */
export interface Say {
do: "say"
id?: number
words: string
}
/**
 * I give up.
 */
export interface Resign {
do: "resign"
id?: number
}
/**
 * Shall we call it a draw?
 */
export interface OfferDraw {
do: "offer-draw"
id?: number
}
/**
 * The lines of the log before this one.
 */
export interface Older {
before: number
do: "older"
id?: number
}
/**
 * I have read the log up to this line.
 */
export interface Seen {
do: "seen"
id?: number
number: number
}
/**
 * The password as it was and as it shall be; every other device is logged out.
 */
export interface NewPassword {
new: string
password: string
}
/**
 * Where I want to be told; empty for not at all. A mail address counts once the link sent there was followed.
 */
export interface Notices {
hook: string
mail: string
}
/**
 * Where I am told, and whether the mail address is confirmed.
 */
export interface NoticesCard {
confirmed: boolean
hook: string
mail: string
}
/**
 * Where the new match is, and the path of the link for a friend.
 */
export interface Opened {
invitation: string
match: string
side: Side
}
/**
 * A match to be opened. The opponent is a player's name, `person` (by link) or `here` (one screen, two people).
 */
export interface Opening {
game: string
name: string
open_to_all: boolean
opponent: string
options: {
[k: string]: unknown
}
pace: (Pace | null)
pause: number
rated: boolean
scenario: string
side: ("allied" | "axis" | "either")
unadvised: boolean
watched: boolean
windows: ("ask" | "orders")
}
/**
 * A matrix of players: Allied down, German across, both in the order of `players`; cells row by row.
 */
export interface Pairs {
cells: Cell[]
note: string
players: string[]
title: string
type: "pairs"
}
/**
 * What is wrong with a request, and what would be right.
 */
export interface Problem {
reason: string
}
/**
 * A chapter as it can be read. Without `has_log` nobody had kept the log yet, nor without `has_dice` the dice.
 */
export interface ReadChapter {
choices: ReadChoice[]
dice: ReadLine[]
has_dice: boolean
has_log: boolean
log: ReadLine[]
rules: string
}
/**
 * What a side did: its number among all of its chapter, the words, and the notation if it says it otherwise.
 */
export interface ReadChoice {
notation: string
number: number
side: Side
words: string
}
/**
 * A die or a line of the log: who could know all of it, and the words.
 */
export interface ReadLine {
rule: string
to: Audience
words: string
}
/**
 * A match as it was written down: for one that cannot be shown on the chart, because its rules are gone.
 */
export interface ReadMatch {
chapters: ReadChapter[]
game: string
game_title: string
match: string
mine: boolean
result: (Result | null)
scenario_title: string
seats: ReadSeat[]
stopped: string
told: {
[k: string]: string[]
}
why: string
}
/**
 * Who sat at a match that is read.
 */
export interface ReadSeat {
kind: ("computer" | "person")
name: string
side: Side
}
/**
 * All chapters of a game and its words; none where it has only a ledger.
 */
export interface Rulebook {
chapters: Chapter[]
game: string
terms: Term[]
title: string
}
/**
 * A word of the game, what it means in a line, other forms of it, and the chapter that says more.
 */
export interface Term {
also: string[]
chapter: (number | null)
meaning: string
word: string
}
/**
 * The real ship or aircraft behind a counter: facts by name, and what became of it, for after the game.
 */
export interface ShipCard {
facts: {
[k: string]: string
}
fate: string
name: string
}
/**
 * A line of a game's table of ratings.
 */
export interface Standing {
games: number
name: string
rating: number
}
/**
 * One of my studies in the list.
 */
export interface StudyCard {
about: string
games: number
opened: number
played: number
question: string
state: ("done" | "failed" | "running" | "stopped")
study: string
}
/**
 * One game of a study: how it ended and what was counted, by name.
 */
export interface StudyGame {
arm: number
choices: number
level: string
number: number
values: {
[k: string]: number
}
winner: (Side | null)
}
/**
 * A question as it is played: kept with the study, so that it means the same when the program has changed.
 */
export interface StudyPlan {
about: string
arms: ArmCard[]
engine: string
games: number
history: string
pack: string
question: string
rules: string[]
unit: string
}
/**
 * A study as it stands: `seconds` are those that were spent on playing.
 */
export interface StudyReport {
figures: (Pairs | Tornado | Distributions)[]
games: number
plan: StudyPlan
played: number
seconds: number
state: ("done" | "failed" | "running" | "stopped")
study: string
terms: StudyTerms
why: string
}
/**
 * Which thing decides: a row each, in the order in which they are drawn; `base` is the share with nothing moved.
 */
export interface Tornado {
base: Interval
note: string
rows: Swing[]
title: string
type: "tornado"
}
/**
 * How far one thing moves the German share of wins, in points of a percent.
 * 
 *     `low` is the change when it is moved a step down (or switched off), `high` a step up (or on); None where there is
 *     no such step. `provenance` says where the value comes from: "reconstructed", "option" and the like.
 */
export interface Swing {
high: (Interval | null)
label: string
low: (Interval | null)
provenance: string
}
/**
 * A question for the laboratory.
 * 
 *     `pairs`: each of `players` against each. `result`: how a scenario ends between `allied` and `axis`. `tables`: which
 *     of some reconstructed `tables` decides it, each moved a step down and up. `compare`: the same week, named by `week`,
 *     under each game that plays it. `games` are played in each arm: for every pair, every step of a table, every rule
 *     set.
 */
export interface StudyTerms {
allied: string
ask: ("compare" | "pairs" | "result" | "tables")
axis: string
game: string
games: number
options: {
[k: string]: unknown
}
/**
 * @maxItems 8
 */
players: string[]
scenario: string
seed: number
/**
 * @maxItems 40
 */
tables: string[]
week: string
}
/**
 * I take the free seat of a challenge, under this name.
 */
export interface Taking {
name: string
}
/**
 * What came of playing a record again: whether every die is true, and if not, which is not.
 * 
 *     `whole` is false where its rules are gone, so that not everything could be checked; the words say what could not.
 */
export interface Verdict {
chapters: number
dice: number
entries: number
true: boolean
whole: boolean
words: string
}
