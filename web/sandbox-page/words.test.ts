import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startSandbox } from '#sandbox/sandbox.ts'
import type { Sandbox } from '#sandbox/sandbox.ts'
import type { TestAccount, TestCard } from './api/wire.ts'
import { recipes } from './switches/recipes.ts'
import { actionNames, hints } from './switches/words.ts'
import { accountOutcomes, cardGroups, cardOutcomes } from './test-data.tsx'

describe('the page has words for what the sandbox can do', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox()
  })
  afterAll(() => sandbox.close())

  const read = async <Reply>(path: string) =>
    (await (await fetch(`${sandbox.url}/_sandbox/api${path}`)).json()) as Reply

  it('a name for every action of a switch, and a hint for every provider', async () => {
    const { providers } = await read<{ providers: Record<string, string[]> }>('/faults')
    expect(Object.keys(providers)).toEqual(expect.arrayContaining(['stripe', 'stripe-webhooks', 'stripe-js']))
    expect(Object.keys(hints)).toEqual(expect.arrayContaining(Object.keys(providers)))
    expect(Object.keys(actionNames)).toEqual(expect.arrayContaining(Object.values(providers).flat()))
  })

  it('only recipes that it can carry out', async () => {
    expect(recipes.map(({ name }) => name)).toContain('Next debit bounces')
    for (const { name, rule } of recipes) {
      const body = JSON.stringify(rule)
      const reply = await fetch(`${sandbox.url}/_sandbox/api/faults`, { method: 'POST', body })
      expect([name, reply.status]).toEqual([name, 201])
    }
  })

  it('a text for the outcome of every test card and test account', async () => {
    const { cards, accounts } = await read<{ cards: TestCard[]; accounts: TestAccount[] }>(
      '/stripe/test-data',
    )
    expect(cards.map(({ number }) => number)).toContain('4000002760003184')
    expect(accounts.map(({ number }) => number)).toContain('00033333')
    const cardKinds = cards.map(({ outcome }) => outcome.kind)
    expect(Object.keys(cardOutcomes)).toEqual(expect.arrayContaining(cardKinds))
    expect(Object.values(cardGroups).flat()).toEqual(expect.arrayContaining(cardKinds))
    const accountKinds = accounts.map(({ outcome }) => outcome.kind)
    expect(Object.keys(accountOutcomes)).toEqual(expect.arrayContaining(accountKinds))
  })
})
