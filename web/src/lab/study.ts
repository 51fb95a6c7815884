// What is asked of the laboratory, and what the page says of it while it is played.
import type { GameCard, LabCard, StudyGame, StudyReport, StudyTerms } from '../generated/wire'
import { counted, sentence, spelled } from '../lib/words'
import { shortestOf } from '../start/wishes'

export type Ask = StudyTerms['ask']

export interface Question {
  ask: Ask
  title: string
  about: string
  /** What an arm is called. */
  arm: string
}

export const PLAYED: Record<Ask, string> = {
  pairs: 'Allied down, German across; the cells fill as the games are played.',
  result: 'The pair that plays; its share of wins, points and losses are drawn as the games are played.',
  tables: 'Once with nothing moved, then each of these a step down and a step up, with the same dice.',
  compare: 'The same week under each of these rule sets, Captain against Captain.',
}

export const QUESTIONS: Question[] = [
  { ask: 'pairs', title: 'Is it a fair fight?', about: 'Every player against every other, on both sides of a scenario.', arm: 'pair' },
  { ask: 'result', title: 'How does it end?', about: 'One pair of players: who wins, by how many points, and what it costs.', arm: 'study' },
  { ask: 'tables', title: 'Which table decides?', about: 'Each reconstructed table is moved a step down and up, and the same dice are thrown again.', arm: 'step' },
  { ask: 'compare', title: 'The same week, other rules', about: 'One week of the war under every game that plays it, beside what happened.', arm: 'rule set' },
]

/** Everything that can be chosen, whatever the question; what a question does not need is kept for the next. */
export interface Wanted {
  ask: Ask
  game: string
  scenario: string
  options: Record<string, unknown>
  players: string[]
  allied: string
  axis: string
  tables: string[]
  week: string
  games: number
  seed: number
}

const liked = (game: GameCard, ...names: string[]): string =>
  names.find((name) => game.players.some((player) => player.name === name)) ?? game.players[0]?.name ?? ''

/** The usual players of a game, for whoever has not chosen any: the captain and the one below. */
export function playersFor(game: GameCard): Pick<Wanted, 'players' | 'allied' | 'axis'> {
  const captain = liked(game, 'captain', 'doctrine')
  return { players: [...new Set([liked(game, 'cadet', 'random'), captain])], allied: captain, axis: captain }
}

const FIRST_TABLES = 8

/** The tables of a game that are moved if nobody chooses others: the first few. */
export const tablesFor = (game: GameCard, lab: LabCard): string[] => (lab.tables[game.name] ?? []).slice(0, FIRST_TABLES).map((table) => table.name)

/** A fresh question about a game: its shortest scenario, every option as the game has it. */
export function wantedFor(game: GameCard, lab: LabCard, ask: Ask): Wanted {
  return {
    ask,
    game: game.name,
    scenario: shortestOf(game)?.name ?? '',
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    ...playersFor(game),
    tables: tablesFor(game, lab),
    week: lab.weeks[0]?.name ?? '',
    games: 20,
    seed: 1942,
  }
}

/** A question that was asked before, on the same terms but with other dice. */
export function wantedAgain(terms: StudyTerms, games: readonly GameCard[], lab: LabCard): Wanted | null {
  const game = games.find((one) => one.name === terms.game) ?? games[0]
  if (!game) return null
  const fresh = wantedFor(game, lab, terms.ask)
  return {
    ...fresh,
    ask: terms.ask,
    scenario: terms.scenario || fresh.scenario,
    options: { ...fresh.options, ...terms.options },
    players: terms.players.length ? [...terms.players] : fresh.players,
    allied: terms.allied || fresh.allied,
    axis: terms.axis || fresh.axis,
    tables: terms.tables.length ? [...terms.tables] : fresh.tables,
    week: terms.week || fresh.week,
    games: terms.games,
    seed: terms.seed + 1,
  }
}

/** How many arms a question has: games are played in each. */
export function armsOf(wanted: Wanted, lab: LabCard): number {
  if (wanted.ask === 'pairs') return wanted.players.length ** 2
  if (wanted.ask === 'tables') return wanted.tables.length ? 2 * wanted.tables.length + 1 : 0
  if (wanted.ask === 'compare') return lab.weeks.find((week) => week.name === wanted.week)?.rule_sets.length ?? 0
  return 1
}

/** The most games that may be played in each arm. */
export function mostGames(wanted: Wanted, lab: LabCard): number {
  const arms = armsOf(wanted, lab)
  return arms ? Math.max(1, Math.floor(lab.most_games / arms)) : lab.most_games
}

/** What is sent: only what the question needs, and of the options only those that were changed. */
export function termsOf(wanted: Wanted, game: GameCard | undefined): StudyTerms {
  const { ask, games, seed } = wanted
  const empty = { game: '', scenario: '', options: {}, players: [], allied: '', axis: '', tables: [], week: '' }
  if (ask === 'compare') return { ...empty, ask, games, seed, week: wanted.week }
  const changed = (game?.options ?? []).filter((option) => wanted.options[option.name] !== option.default)
  const options = Object.fromEntries(changed.map((option) => [option.name, wanted.options[option.name]]))
  const subject = { ...empty, ask, games, seed, game: wanted.game, scenario: wanted.scenario, options }
  if (ask === 'pairs') return { ...subject, players: wanted.players }
  const pair = { ...subject, allied: wanted.allied, axis: wanted.axis }
  return ask === 'tables' ? { ...pair, tables: wanted.tables } : pair
}

/** What is wrong with a question before it is sent, in a sentence; nothing if it can be asked. */
export function amiss(wanted: Wanted, lab: LabCard): string {
  if (wanted.ask === 'pairs' && wanted.players.length < 2) return 'Choose at least two players.'
  if (wanted.ask === 'tables' && !lab.tables[wanted.game]?.length) return 'This game has no reconstructed table that could be moved.'
  if (!armsOf(wanted, lab)) return 'Choose at least one table.'
  const most = mostGames(wanted, lab)
  const total = wanted.games * armsOf(wanted, lab)
  if (!Number.isInteger(wanted.games) || wanted.games < 1) return 'Ask for at least one game.'
  if (total > lab.most_games) return `That would be ${total.toLocaleString('en')} games: at most ${most} here.`
  return ''
}

/** How much is played: "16 pairs, 20 games each: 320 games". */
export function amount(wanted: Wanted, lab: LabCard): string {
  const arms = armsOf(wanted, lab)
  const arm = QUESTIONS.find((question) => question.ask === wanted.ask)?.arm ?? 'arm'
  if (arms === 1) return counted(wanted.games, 'game')
  return `${sentence(spelled(arms))} ${arm}s, ${wanted.games} each: ${counted(arms * wanted.games, 'game')}`
}

/** "31 games a second", "12 games a minute", "5 games an hour"; nothing before two games are played. */
export function speedWords(report: Pick<StudyReport, 'played' | 'seconds'>): string {
  if (report.played < 2 || report.seconds <= 0) return ''
  const second = report.played / report.seconds
  if (second >= 1.5) return `${Math.round(second)} games a second`
  if (second * 60 >= 1.5) return `${Math.round(second * 60)} games a minute`
  return `${counted(Math.max(1, Math.round(second * 3600)), 'game')} an hour`
}

/** "about 2 min 30 s left", in steps that a person can read. */
export function leftWords(report: Pick<StudyReport, 'played' | 'games' | 'seconds' | 'state'>): string {
  if (report.state !== 'running' || report.played < 2) return ''
  const left = ((report.games - report.played) * report.seconds) / report.played
  if (left < 55) return `about ${Math.max(5, Math.round(left / 5) * 5)} s left`
  if (left < 600) {
    const tens = Math.round(left / 10)
    const seconds = (tens % 6) * 10
    return `about ${Math.floor(tens / 6)} min${seconds ? ` ${seconds} s` : ''} left`
  }
  const minutes = Math.round(left / 60)
  return minutes < 100 ? `about ${minutes} min left` : `about ${Math.round(minutes / 60)} hours left`
}

/** Where a study stands: "74 of 120 games played". */
export function progressWords(report: Pick<StudyReport, 'played' | 'games' | 'state'>): string {
  const of = report.state === 'done' ? counted(report.games, 'game') : `${report.played.toLocaleString('en')} of ${counted(report.games, 'game')}`
  return report.state === 'stopped' ? `Stopped after ${of}` : report.state === 'failed' ? `Failed after ${of}` : `${of} played`
}

/** Which games lie behind a bar, and what the bar is, in words. */
export interface Behind {
  title: string
  has: (game: StudyGame) => boolean
  /** With a table moved a game cannot be shown; its twin with nothing moved can. */
  twins?: boolean
}

/** The number of a game that a bar of a distribution counts: its own under the panel's name, or its arm's. */
export function valueOf(game: StudyGame, report: StudyReport, panel: string, unit: string): number | undefined {
  const arm = report.plan.arms.findIndex((each) => each.title === panel)
  if (arm < 0) return Math.round(game.values[panel] ?? 0)
  const name = Object.keys(game.values).find((each) => each.toLowerCase() === unit.toLowerCase())
  return game.arm === arm ? Math.round((name && game.values[name]) || 0) : undefined
}
