import { callCommand } from '../call-command.ts'
import type { QueueItem } from '#contract/staff-queue.ts'
import { queueKinds, type QueueGroup } from '#domain/staff-queue.ts'
import type { Api } from '../api.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { theOne } from '../short-ids.ts'
import { facts, table } from '../table.ts'
import { companyMoment, money, moment, regionOf } from '../words.ts'

const kind = { name: 'kind', about: `one of ${queueKinds.join(', ')}` } as const
const item = { name: 'item', about: 'its id, from queue list' } as const

const groupNames: Record<QueueGroup, string> = { DoFirst: 'do first', Today: 'today', CanWait: 'can wait' }

export const queueCommands: Command[] = [
  callCommand({
    name: 'queue list',
    about: 'Lists everything waiting for a decision: what is late first, then what is promised first.',
    call: 'GET /api/staff/queue',
    options: {
      kind: {},
      topic: {},
      whose: {},
      region: {},
      school: 'only of this school, by its name or id',
      limit: {},
    },
    examples: ['queue list --kind identity', 'queue list --whose mine'],
    text: ({ items, total }) => {
      const rows = table(
        items,
        [
          { title: 'Group', value: ({ group }) => groupNames[group] },
          { title: 'Promised by', value: (each) => momentOf(each, each.promisedBy) },
          { title: 'Since', value: (each) => momentOf(each, each.since) },
          { title: 'Kind', value: (each) => each.kind },
          { title: 'Account', value: ({ shortId }) => shortId },
          { title: 'Family', value: ({ customerName }) => customerName },
          {
            title: 'Amount',
            value: ({ amount, currency }) => money(amount, regionOf(currency)),
            alignRight: true,
          },
          { title: 'Taken by', value: ({ takenBy }) => takenBy?.name },
          { title: 'Id', value: ({ id }) => id },
          { title: 'What', value: ({ title }) => title },
          { title: 'About', value: ({ about }) => about },
        ],
        'Nothing is waiting.',
      )
      return total > items.length ? `${rows}\n\n${total - items.length} more not shown.` : rows
    },
  }),
  command({
    name: 'queue show',
    about: 'Shows one waiting item with the facts about it. Your view is recorded.',
    arguments: [kind, item],
    examples: ['queue show identity 3f0c91d2'],
    async run({ api, argument }) {
      const found = await api('GET /api/staff/queue/item', { query: await keyOf(api, argument) })
      const words = found.lastWords
      const text = facts([
        ['What', found.item.title],
        ['Promised by', momentOf(found.item, found.item.promisedBy)],
        ['Taken by', found.item.takenBy?.name ?? 'nobody'],
        ...found.facts.map(({ label, value }): [string, string] => [label, value]),
        ...(words ? [[`${words.by} wrote`, words.text] as [string, string]] : []),
      ])
      return { raw: found, text }
    },
  }),
  command({
    name: 'queue take',
    about: 'Takes a waiting item, so that colleagues see who has it.',
    arguments: [kind, item],
    options: { takeover: { about: 'take it although a colleague has it' } },
    examples: ['queue take identity 3f0c91d2', 'queue take chat 3f0c91d2 --takeover'],
    async run({ api, argument, option }) {
      const taken = await api('POST /api/staff/queue/take', {
        body: { ...(await keyOf(api, argument)), isTakeover: option.takeover },
      })
      return { raw: taken, text: `Yours: ${taken.title}.` }
    },
  }),
  command({
    name: 'queue release',
    about: 'Releases an item that you have taken.',
    arguments: [kind, item],
    examples: ['queue release identity 3f0c91d2'],
    async run({ api, argument }) {
      const released = await api('POST /api/staff/queue/release', { body: await keyOf(api, argument) })
      const holder = released.takenBy
      return { raw: released, text: holder ? `${holder.name} has it.` : 'Released.' }
    },
  }),
]

/** Of an id the beginning is enough, as everywhere. */
async function keyOf(api: Api, argument: { kind: string; item: string }) {
  const ofKind = choice('kind', argument.kind, queueKinds)
  const { items } = await api('GET /api/staff/queue', { query: { kind: ofKind, limit: '500' } })
  const ids = items.map(({ id }) => id)
  const typed = argument.item.toLowerCase()
  const found = ids.includes(argument.item)
    ? [argument.item]
    : ids.filter((id) => id.replaceAll('-', '').startsWith(typed.replaceAll('-', '')))
  return {
    kind: ofKind,
    id: theOne(found, { typed: argument.item, noun: ofKind, listed: `queue list --kind ${ofKind}` }),
  }
}

const momentOf = ({ region }: QueueItem, instant: string) =>
  region ? moment(instant, region) : companyMoment(instant)
