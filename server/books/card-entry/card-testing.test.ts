import { afterEach, describe, expect, it } from 'vitest'
import { enterCard } from '#tools/testing/card-form.ts'
import { addGuest } from '#tools/testing/guest.ts'
import { firstOf, isLong } from '#tools/testing/long.ts'
import { expectSoundLedger } from '#tools/testing/payments.ts'
import { testServer } from '#tools/testing/server.ts'
import { sql } from '../../platform/database/sql.ts'
import { readRateLimits } from '../../platform/rate-limit/limits.ts'
import { tokenizationUrl } from './card-entry.ts'

/** The limits of production. */
const server = await testServer({
  rateLimits: readRateLimits(JSON.stringify({ 'card-form': 1000, 'guest-details-address': 1000 })),
})
const { deps, travel } = server
afterEach(() => expectSoundLedger(server))

const day = 24 * 60 * 60_000
const declined = '4000000000000002'

type Guest = Awaited<ReturnType<typeof addGuest>>
const formOf = async (guest: Guest) => (await guest.details()).body.tokenizationUrl as string

/** What became of the cards that somebody tries, one after the other, each once the last one is known to have failed. */
async function tryCards(form: () => Promise<string>, count: number): Promise<string[]> {
  const outcomes: string[] = []
  for (let time = 0; time < count; time += 1) {
    const token = await enterCard(server, await form(), { number: declined }).catch((error: Error) => error)
    outcomes.push(token instanceof Error ? token.message : 'accepted')
    if (wasDeclined.test(outcomes.at(-1) ?? '')) failed += 1
    await expect.poll(heard, { interval: 20 }).toBe(failed)
  }
  return outcomes
}

/** The provider reports each card that failed, a moment later. */
let failed = 0
const heard = async () => {
  const events = await deps.db.many(sql`
    select 1 from provider_event where kind = 'setup_intent.setup_failed' and processed_at is not null`)
  return events.length
}

const wasDeclined = /declined/
const isRefused = /refused with 429/

describe('Somebody who tries out cards on the link of a payment request', () => {
  const ways: [name: string, forms: (form: string, guest: Guest) => () => Promise<string>][] = [
    ['on one form', (form) => () => Promise.resolve(form)],
    ['on a new form each time', (_, guest) => () => formOf(guest)],
  ]
  const refused = isLong ? 30 : 3

  it.each(firstOf(1, ways))('%s is refused after ten, and told what to do', async (_, forms) => {
    const guest = await addGuest(server)
    const first = await formOf(guest)
    const outcomes = await tryCards(forms(first, guest), 10 + refused)
    expect(outcomes.filter((outcome) => wasDeclined.test(outcome))).toHaveLength(10)
    expect(outcomes.filter((outcome) => isRefused.test(outcome))).toHaveLength(refused)
    const session = new URL(first).searchParams.get('session')
    const reply = await fetch(`${deps.config.cardFrame.origin}/card-frame/setup-intent`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ session }),
    })
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await reply.json()).toEqual({
      code: 'too_many_cards',
      msg: 'Several cards were not accepted, so no more can be tried here today. Please pay another way, ask your bank, or contact us.',
    })
    // A good card comes too late, even with the secret that the browser already has.
    const [intent] = await deps.db.many<{ id: string }>(sql`
      select setup_intent_id as id from card_entry where account_id = ${guest.accountId} order by created_at desc`)
    const { client } = deps.providers.stripe['AU']
    expect((await client.setupIntents.retrieve(intent?.id ?? '')).status).toBe('canceled')
    await travel(day)
    expect(await enterCard(server, await formOf(guest))).toMatch(/^pm_/)
  })

  it('does not stop others: another link, and the family itself, take cards as before', async () => {
    const [guest, other] = [await addGuest(server), await addGuest(server)]
    await tryCards(() => formOf(guest), 11)
    await travel(60_000)
    expect(await enterCard(server, await formOf(other))).toMatch(/^pm_/)
    const { accountId } = guest
    expect(await enterCard(server, await tokenizationUrl(deps, { accountId, region: 'AU' }))).toMatch(/^pm_/)
  })

  it('on many links is refused by address', async () => {
    await travel(day)
    for (let link = 0; link < 4; link += 1) {
      const guest = await addGuest(server)
      const outcomes = await tryCards(() => formOf(guest), 5)
      expect(outcomes.every((outcome) => wasDeclined.test(outcome))).toBe(true)
    }
    const last = await addGuest(server)
    expect((await tryCards(() => formOf(last), 1))[0]).toMatch(isRefused)
  })
})

describe('A parent who makes mistakes', () => {
  it('pays with the seventh card', async () => {
    await travel(day)
    const guest = await addGuest(server)
    const form = await formOf(guest)
    await tryCards(() => Promise.resolve(form), 6)
    const token = await enterCard(server, form)
    expect((await guest.payByLink({ token, amount: 1250 })).status).toBe(200)
  })
})
