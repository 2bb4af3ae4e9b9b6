import { expect } from 'vitest'
import type { Explanation } from '#contract/explanations.ts'
import type { ExplainedFigure } from '#domain/explanations/explanations.ts'
import type { TestServer } from './server.ts'

export const minor = (amount: number) => Math.round(amount * 100)
const sum = (parts: { amount: number }[]) => parts.reduce((total, { amount }) => total + minor(amount), 0)

/** Checks on the wire, without our own rules, that everything adds up. */
export function expectAddsUp({ amount, groups, change }: Explanation): void {
  expect(sum(groups)).toBe(minor(amount))
  for (const group of groups) {
    const rest = group.earlier ? [group.earlier] : []
    expect(sum([...group.lines, ...rest])).toBe(minor(group.amount))
    expect(group.lines.length + (group.earlier?.count ?? 0)).toBe(group.count)
    expect(group.lines.length).toBeLessThanOrEqual(20)
  }
  if (!change) return
  expect(minor(change.before) + minor(change.by)).toBe(minor(amount))
  expect(sum(change.because)).toBe(minor(change.by))
  expect(change.by).not.toBe(0)
}

export const explainerOf =
  ({ call }: TestServer) =>
  async (family: { accountId: string; token: string }, figure: ExplainedFigure): Promise<Explanation> => {
    const path = `/api/portal/customer/account/${family.accountId}/explanations/${figure}`
    const reply = await call(`GET ${path}`, { token: family.token })
    expect(reply.status).toBe(200)
    expectAddsUp(reply.body)
    return reply.body
  }
