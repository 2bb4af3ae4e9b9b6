import { randomUUID } from 'node:crypto'
import { dateIn, datesIn } from '#domain/calendar/calendar.ts'
import type { Deps } from '../../platform/deps.ts'
import { inSteps, workOn, workOnAccounts } from '../../platform/jobs/work-through.ts'
import type { Message } from '../../letters/messages/message.ts'
import { putAllInOutbox } from '../../letters/outbox/outbox.ts'
import {
  endCards,
  expiredCards,
  expiringOnce,
  listExpiringCards,
  type ExpiredCard,
  type ExpiringCard,
} from './expiring-cards.store.ts'
import { expiryWarningDays } from './paying-source.ts'

const atOnce = 500

/**
 * Warns of cards that expire before the payments they are to make, and marks expired ones as unusable. Returns how many
 * families were warned and cards marked.
 */
export async function warnOfExpiringCards(deps: Deps): Promise<number> {
  let count = 0
  await inSteps([
    async () => void (count += await endExpiredCards(deps)),
    async () => void (count += await warnFamilies(deps)),
  ])
  return count
}

const itemOf = ({ id, accountId }: ExpiringCard) => ({ item: id, accountId })

async function endExpiredCards(deps: Deps): Promise<number> {
  const now = deps.clock()
  const month = { AU: dateIn('AU', now).slice(0, 7), UK: dateIn('UK', now).slice(0, 7) }
  return workOnAccounts<ExpiredCard>(deps, {
    name: 'end-expired-cards',
    atOnce,
    due: expiredCards(month),
    act: async (tx, cards) => {
      await endCards(
        tx,
        cards.map((card) => ({ ...card, auditId: randomUUID() })),
        now,
      )
      // Nobody misses a card in an account that nothing is paid from any more.
      const missed = cards.filter(({ isInUse }) => isInUse)
      await putAllInOutbox(
        tx,
        deps,
        messagesAbout(missed, (card) => unusableMessage(deps, card)),
      )
    },
  })
}

async function warnFamilies(deps: Deps): Promise<number> {
  const now = deps.clock()
  const today = datesIn(now)
  const name = 'warn-of-expiring-cards'
  let warned = 0
  let after = '00000000-0000-0000-0000-000000000000'
  for (let isMore = true; isMore;) {
    const cards = await listExpiringCards(
      deps.db,
      { today, warnDays: expiryWarningDays, after },
      { work: name, now, limit: atOnce },
    )
    warned += await workOn(deps, { name, itemOf, atOnce }, cards, (some) =>
      putAllInOutbox(
        deps.db,
        deps,
        messagesAbout(some, (card) => expiringMessage(deps, card)),
      ),
    )
    after = cards.at(-1)?.id ?? after
    isMore = cards.length === atOnce
  }
  return warned
}

type Payer = ExpiringCard['payers'][number]

function messagesAbout(
  cards: readonly ExpiringCard[],
  message: (card: ExpiringCard) => (payer: Payer) => Message,
): Message[] {
  return cards.flatMap((card) => card.payers.map(message(card)))
}

const methodsUrl = ({ config }: Deps) => `${config.portalOrigin}/manage-payments`

function expiringMessage(deps: Deps, card: ExpiringCard) {
  return (payer: Payer): Message => ({
    kind: 'CardExpiring',
    facts: {
      firstName: payer.firstName,
      displayName: card.displayName,
      expiry: card.cardExpiry,
      portalUrl: methodsUrl(deps),
    },
    recipient: payer.email,
    customerId: payer.customerId,
    accountId: card.accountId,
    once: expiringOnce(card, payer),
  })
}

function unusableMessage(deps: Deps, card: ExpiringCard) {
  return (payer: Payer): Message => ({
    kind: 'SourceUnusable',
    facts: {
      firstName: payer.firstName,
      region: card.region,
      displayName: card.displayName,
      cause: 'Expiry',
      portalUrl: methodsUrl(deps),
    },
    recipient: payer.email,
    customerId: payer.customerId,
    accountId: card.accountId,
    // The same card may come back with a later date, and expire again.
    once: `card-expired:${card.id}:${card.cardExpiry}:${payer.customerId}`,
  })
}
