import type { QueueItem } from '#contract/staff-queue.ts'
import { regions } from '#domain/region.ts'
import { queueKinds, queueTopicNames, type QueueGroup } from '#domain/staff-queue.ts'
import type { Api } from '../api.ts'
import { choice } from '../choice.ts'
import { command, type Command } from '../command.ts'
import { theOne } from '../short-ids.ts'
import { facts, table } from '../table.ts'
import { companyMoment, counted, money, moment, regionOf } from '../words.ts'

const kind = { name: 'kind', about: `one of ${queueKinds.join(', ')}` } as const
const item = { name: 'item', about: 'its id, from queue list' } as const
const owners = ['Everybody', 'Mine', 'NotTaken'] as const

const groupNames: Record<QueueGroup, string> = { DoFirst: 'do first', Today: 'today', CanWait: 'can wait' }

export const queueCommands: Command[] = [
  command({
    name: 'queue list',
    about: 'Lists what waits for people: what is late first, then what is promised first.',
    options: {
      kind: { value: 'kind', about: kind.about },
      topic: { value: 'topic', about: `one of ${queueTopicNames.join(', ')}` },
      whose: { value: 'whose', about: `one of ${owners.join(', ')}` },
      region: { value: 'region', about: `one of ${regions.join(', ')}` },
      school: { value: 'school', about: 'only of this school, by its id' },
      limit: { value: 'count', about: 'how many, at most 500; 200 by default' },
    },
    examples: ['queue list --kind identity', 'queue list --whose mine'],
    async run({ api, option }) {
      const chosen = <Value extends string>(name: string, typed: string | undefined, all: readonly Value[]) =>
        typed === undefined ? undefined : choice(name, typed, all)
      const queue = await api('GET /api/staff/queue', {
        query: {
          kind: chosen('--kind', option.kind, queueKinds),
          topic: chosen('--topic', option.topic, queueTopicNames),
          whose: chosen('--whose', option.whose, owners),
          region: chosen('--region', option.region, regions),
          school: option.school,
          limit: option.limit,
        },
      })
      const rows = table(
        queue.items,
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
      const left = queue.total - queue.items.length
      const more = left > 0 ? `\n\n${counted(left, 'more')} not shown.`.replace('mores', 'more') : ''
      return { raw: queue, text: rows + more }
    },
  }),
  command({
    name: 'queue show',
    about: 'Shows one thing that waits, with what to know about it. Your view is recorded.',
    arguments: [kind, item],
    examples: ['queue show identity 3f0c91d2', 'queue show job make-statements'],
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
    about: 'Takes something that waits, so that colleagues see who has it.',
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
    about: 'Gives back what you have taken.',
    arguments: [kind, item],
    examples: ['queue release identity 3f0c91d2', 'queue release job make-statements'],
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
