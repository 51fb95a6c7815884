// What the chart lights up for the answer that is being made.
import { DARK, type Lighting, type Reach, type RouteLine } from '../board/types'
import { cellsOf } from './domains'
import { lengthOf } from './formation'
import { isAir } from './orders'
import type { Mark } from './plots'
import type { Hand } from './hand.svelte'
import type { Assign } from './assign'
import { percent } from './words'

type Named = { cells: Set<string>; pieces: Set<string> }

function split(names: Iterable<string>, pieceIds: ReadonlySet<string>): Named {
  const found: Named = { cells: new Set(), pieces: new Set() }
  for (const name of names) (pieceIds.has(name) ? found.pieces : found.cells).add(name)
  return found
}

/** What is lit, and the adviser's order as a pencil line where it is shown. */
export function lighting(hand: Hand): Lighting {
  const lit = ownLighting(hand)
  const { side } = hand.session
  const { ways } = hand.advising
  if (!ways.length || !side) return lit
  const lines = ways.filter((cells) => cells.length > 1).map((cells): RouteLine => ({ cells, side, state: 'plotting' }))
  const places = ways.flatMap((cells) => cells.at(-1) ?? [])
  return { ...lit, chosenCells: new Set([...lit.chosenCells, ...places]), routes: [...lit.routes, ...lines] }
}

function ownLighting(hand: Hand): Lighting {
  const named = (names: Iterable<string>): Named => split(names, hand.pieceIds)
  const pointed = named(hand.pointed)
  const { pick, subset, assign, chosen, ordering } = hand
  if (ordering.chosen || ordering.idle) return { ...ofOrdering(hand), pointed }
  if (pick) {
    const taken = named([...(chosen?.names ?? []), ...hand.picks.flat()])
    const lit = named(chosen ? chosen.names : pick.names(hand.picks, hand.open))
    const side = hand.session.side
    const routes: RouteLine[] = chosen?.route && side ? [{ cells: chosen.route, state: 'plotting', side }] : []
    return { ...DARK, ...lit, idle: hand.idle, chosenCells: taken.cells, chosenPieces: taken.pieces, pointed, routes }
  }
  if (subset) {
    // What an item stands for on the chart is shown with it.
    const taken = named([...hand.items].flatMap((item) => [item, ...(hand.decision?.items[item]?.names ?? [])]))
    return { ...DARK, ...named(subset.items), chosenCells: taken.cells, chosenPieces: taken.pieces, pointed }
  }
  if (assign) return { ...ofAssign(hand, assign), pointed }
  return { ...DARK, pointed }
}

/** The units that can act; of those that are chosen where they can do what, and the way of what is planned. */
function ofOrdering(hand: Hand): Omit<Lighting, 'pointed'> {
  const { ordering, actors, idle } = hand
  const { side } = hand.session
  const chosen = new Set(ordering.units)
  const pieces = new Set([...actors].filter((id) => !chosen.has(id)))
  // Deeds of one kind are drawn as one: two regions over each other would look like a third.
  const kinds = Map.groupBy(ordering.lit.filter(({ cells }) => cells.length), ({ reach }) => reach)
  const reaches = [...kinds].map(
    ([kind, deeds]): Reach => ({
      kind,
      cells: [...new Set(deeds.flatMap(({ cells }) => cells))],
      labels: deeds.flatMap(({ places }) => places).flatMap(({ cell, chance, words }) => (chance === null && !words ? [] : [{ cell, words: chance === null ? words : percent(chance) }])),
    }),
  )
  const planned = ordering.planned.flatMap(({ plan, units: [unit], cell }) => (plan && unit !== undefined ? [{ plan, unit, cell }] : []))
  const ways = planned.filter(({ plan }) => plan.way.length > 1)
  return {
    ...DARK,
    idle,
    pieces,
    cells: new Set(ordering.open),
    chosenPieces: chosen,
    chosenCells: new Set(planned.map(({ cell }) => cell).filter(Boolean)),
    reaches,
    routes: side ? ways.map(({ plan }): RouteLine => ({ cells: plan.way, side, state: 'plotting', numbered: true })) : [],
    ghosts: ways.map(({ plan, unit }) => ({ cell: plan.way.at(-1) ?? '', piece: unit, label: String(lengthOf(plan.way, hand.giving.compass)) })),
    planning: true,
  }
}

/** The ways on the chart of what is given, and of the value under the pointer. */
function waysOf(hand: Hand): RouteLine[] {
  const { side } = hand.session
  const ways = hand.decision?.ways ?? {}
  if (!side) return []
  const line = (of: string, state: RouteLine['state']): RouteLine[] => {
    const cells = ways[of]
    return cells && cells.length > 1 ? [{ cells, side, state }] : []
  }
  const pointed = hand.pointed.filter((name) => name in ways)
  const slots = new Set(pointed.map((name) => name.slice(0, name.indexOf('='))))
  const given = [...hand.given].filter(([slot]) => !slots.has(slot)).flatMap(([slot, value]) => line(`${slot}=${value}`, 'plotted'))
  return [...given, ...pointed.flatMap((name) => line(name, 'plotting'))]
}

function ofAssign(hand: Hand, assign: Assign): Omit<Lighting, 'pointed'> {
  const { active, given } = hand
  const waiting = hand.isPlot ? hand.unsent : assign.gaps(given)
  const lit = split(waiting, hand.pieceIds)
  const taken = split(hand.together ?? (active === null ? [] : [active]), hand.pieceIds)
  const side = hand.session.side
  const routes: RouteLine[] = waysOf(hand)
  for (const [slot, value] of given) {
    const ways = assign.domain(slot).routes
    const cells = cellsOf(value)
    if (!side || cells.length < 2 || hand.giving.isSearch(slot)) continue
    if (slot === active) routes.push({ cells, side, state: 'plotting', label: String(ways?.used(value) ?? cells.length - 1) })
    else routes.push({ cells, side, state: stateOf(hand.marks.get(slot)) })
  }
  if (active !== null) {
    const domain = assign.domain(active)
    const value = given.get(active)
    const fellows = hand.together?.filter((slot) => slot !== active) ?? []
    const open = [
      ...[active, ...fellows].flatMap((slot) => [...hand.giving.onward(slot).keys()]),
      ...(hand.composer.has(active) ? hand.composer.spots(active) : []),
      ...(hand.composer.has(active) ? [] : domain.words?.values.filter((one) => assign.hasRoom(given, active, one)).map((one) => hand.giving.spotOf(one)) ?? []),
    ]
    for (const name of open) (hand.pieceIds.has(name) ? lit.pieces : lit.cells).add(name)
    if (value !== undefined) {
      const target = hand.giving.spotOf(domain.target(value))
      ;(hand.pieceIds.has(target) ? taken.pieces : taken.cells).add(target)
    }
  }
  return { ...DARK, ...lit, chosenCells: taken.cells, chosenPieces: taken.pieces, routes, ...marked(hand, assign) }
}

/** What the answer so far does to the chart and the displays, beside routes. */
function marked(hand: Hand, assign: Assign): Pick<Lighting, 'searches' | 'placed' | 'shots'> {
  const { giving, given, active } = hand
  const searches: string[] = []
  const placed: { cell: string; piece: string }[] = []
  const shots: { from: string; to: string; active: boolean }[] = []
  for (const [slot, value] of given) {
    const cells = cellsOf(value).filter((cell) => giving.compass(cell).length)
    if (hand.composer.has(slot)) searches.push(...(giving.compass(giving.spotOf(value)).length && isAir(hand, slot) ? [giving.spotOf(value)] : []))
    else if (giving.isSearch(slot)) searches.push(...cells)
    else if (!assign.moves(slot) && cells.length && hand.pieceIds.has(slot)) placed.push({ cell: value, piece: slot })
    else if (hand.pieceIds.has(slot) && hand.pieceIds.has(giving.spotOf(value))) {
      shots.push({ from: slot, to: giving.spotOf(value), active: slot === active })
    }
  }
  return { searches, placed, shots }
}

function stateOf(mark: Mark | undefined): RouteLine['state'] {
  if (!mark) return 'plotted'
  return mark.like === 'last' ? 'last' : 'follows'
}
