import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { inProject } from '#tools/project.ts'
import { testServer } from '#tools/testing/server.ts'
import { jobNames, schedules } from '../jobs/jobs.ts'
import { problemsIn, type Readings } from './readings.ts'

const { url } = await testServer({ doesJobs: false })
const scrape = await (await fetch(`${url}/metrics`)).text()
const exposed = new Set([...scrape.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name))

const rules = readFileSync(inProject('docs', 'alerts.yaml'), 'utf8')
const page = readFileSync(inProject('docs', 'running.md'), 'utf8')
const alerts = [
  ...rules.matchAll(
    /- alert: (\w+)\n\s+expr: (.+)\n(?:\s+for: (\w+)\n)?\s+labels: \{ severity: (page|ticket) \}\n/g,
  ),
].map(([, name = '', expr = '', time, severity]) => ({
  name,
  expr,
  rule: `\`${expr}\`${time ? `, for ${time}` : ''}: ${severity}`,
}))
const headings = new Set([...page.matchAll(/^#{2,4} (.+)$/gm)].map(([, title]) => title))

/** Prometheus derives these series from a histogram. */
const metricsOf = (expr: string) =>
  [...expr.matchAll(/\b(?:larkwell|process)_\w+/g)].map(([name]) => name.replace(/_(count|bucket|sum)$/, ''))

describe('The alert', () => {
  it.each(alerts)('$name uses only metrics that a scrape returns', ({ expr }) => {
    const metrics = metricsOf(expr)
    // Prometheus adds this series itself.
    expect(metrics.length > 0 || expr.startsWith('up{')).toBe(true)
    expect(metrics.filter((name) => !exposed.has(name))).toEqual([])
  })

  it.each(alerts)('$name has a section with its rule and with instructions', ({ name, rule }) =>
    expect(page).toContain(`\n### ${name}\n\n${rule}\n\n`),
  )

  it('has a section only if it exists', () => {
    expect(alerts).toHaveLength(rules.split('- alert:').length - 1)
    const titles = [...headings].filter((title) => /^([A-Z][a-z]+){2,}$/.test(title ?? ''))
    expect(titles.toSorted()).toEqual(alerts.map(({ name }) => name).toSorted())
  })
})

describe('The page for the person on call', () => {
  it.each(jobNames)('says what happens if %s fails, and when it runs', (name) => {
    const schedule = schedules[name]
    const row = page.split('\n').find((line) => line.startsWith(`| \`${name}\``))
    expect(row?.split('|')[2]?.trim()).toBe(schedule ? `\`${schedule}\`` : 'when needed')
  })

  it('names every problem that a process can log', () => {
    const everything: Readings = {
      outbox: { count: 1, oldestSeconds: 9999 },
      unknownPayments: { count: 1, oldestSeconds: 9999 },
      unknownRefunds: { count: 1, oldestSeconds: 9999 },
      providerEvents: { count: 0, oldestSeconds: 0, delaySeconds: null },
      ledgerCheck: { ageSeconds: 1, violations: 1 },
      idleSeconds: 9999,
      isArchivingFailing: true,
      givenUp: [],
      stuckChannels: ['sms'],
      parked: [{ work: 'outbox', count: 1 }],
      jobs: [{ name: 'seal-ledger', lastDoneAt: null, secondsSinceSuccess: 9999, isOverdue: true }],
    }
    const codes = problemsIn(everything).map(({ code }) => code)
    expect(codes).toHaveLength(7)
    expect(codes.filter((code) => !page.includes(`\`${code}\``))).toEqual([])
  })
})
