import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { Care } from '#contract/care.ts'
import { addDays, calendarDate, formatDate, type CalendarDate } from '#domain/calendar/calendar.ts'
import { nextBusinessDay } from '#domain/calendar/holidays.ts'
import { textKinds, whyNotText, type TextKind } from '#domain/texts.ts'
import { calendars } from '#tools/testing/holiday-rules.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { travelTo } from '#tools/testing/planner.ts'
import { daysOf } from '#tools/testing/repayments.ts'
import { runningPlans } from '#tools/testing/running-plan.ts'
import { testServer } from '#tools/testing/server.ts'
import { staffCommand } from '#tools/testing/staff-command.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { sql } from '../../platform/database/sql.ts'

const server = await testServer()
const { call, deps } = server
const { goTo, today } = daysOf(server)
const familyWithPlan = runningPlans(server)
await travelTo(server, '2027-03-01T01:00:00Z')
let admin = await addStaff(server, 'admin')
const folder = await mkdtemp(join(tmpdir(), 'texts-'))
afterAll(() => rm(folder, { recursive: true }))

const ops = (...words: string[]) => staffCommand(words, { OPS_URL: server.url, OPS_TOKEN: admin.token })

/** From a file, as staff do it. */
async function publish(kind: TextKind, lines: readonly string[], ...more: string[]) {
  const file = join(folder, `${kind}.txt`)
  await writeFile(file, `${lines.join('\n')}\n`)
  return ops('texts', 'publish', kind, file, '--reason', 'Wording of our lawyer', ...more)
}

const linesOf = async (kind: TextKind) => {
  const { body } = await call(`GET /api/staff/texts/${kind}`, { token: admin.token })
  return (body as { lines: { text: string }[] }).lines.map(({ text }) => text)
}

const versionsOf = (kind: TextKind) =>
  deps.db.many<{ version: number; validFrom: CalendarDate }>(sql`
    select version, valid_from as "validFrom" from agreement_text where kind = ${kind} order by version`)

const seenIn = async ({ accountId }: { accountId: string }) =>
  deps.db.many(sql`
    select details ->> 'kind' as kind, text_kind as "textKind", text_version as "textVersion" from plan_change
    where account_id = ${accountId} order by made_at, id`)

describe('Texts that families rely on', () => {
  it('are there in every kind, and each is one that could be published', async () => {
    const texts = await deps.db.many<{ kind: TextKind; body: string }>(
      sql`select kind, body from agreement_text`,
    )
    expect(new Set(texts.map(({ kind }) => kind))).toEqual(new Set(textKinds))
    expect(texts.map(({ kind, body }) => [kind, whyNotText(kind, body)])).toEqual(
      texts.map(({ kind }) => [kind, null]),
    )
  })

  it('are listed with the version in force and since when, and shown line by line', async () => {
    const { out } = await ops('texts', 'list')
    for (const kind of textKinds) expect(out).toMatch(new RegExp(`^${kind}\\b.* 1 January 2020`, 'm'))
    expect((await ops('texts', 'show', 'MoveTextAU')).out).toContain(
      '4. It costs nothing and does not count as a late payment.\n   (what it costs, and what it counts as)',
    )
    expect(await ops('texts', 'show', 'ProductSwitch')).toMatchObject({
      code: 1,
      err: expect.stringContaining('Name one of PayPlus'),
    })
    expect((await ops('texts', 'show', 'ProductSwitch', '--product', 'PayPlus')).out).toContain('instalments')
    expect((await ops('texts', 'show', 'MoveTextAU', '--version', '77')).code).toBe(1)
  })

  it('are published from a file after what is different was shown, and then the page shows them', async () => {
    const family = await familyWithPlan()
    const before = await linesOf('MoveTextAU')
    expect((await family.flexible()).texts.move).toMatchObject({ version: 1, cost: before[3], fee: 'None' })
    const lines = before.with(3, 'Moving is free. A moved payment is never late.')

    const shown = await publish('MoveTextAU', lines)
    expect(shown).toMatchObject({ code: 0 })
    expect(shown.out).toContain(`Line 4\n- ${before[3]}\n+ ${lines[3]}`)
    expect(shown.out).not.toContain('Line 3')
    expect(shown.out).toContain('Nothing is published yet.')
    expect(await versionsOf('MoveTextAU')).toHaveLength(1)

    expect((await publish('MoveTextAU', lines, '--yes')).out).toContain('Published: version 2 of MoveTextAU')
    expect((await family.flexible()).texts.move).toMatchObject({ version: 2, cost: lines[3] })
    const [event] = await deps.db.many(sql`
      select actor_id as by, details from audit_event where action = 'TextPublished' order by at desc limit 1`)
    expect(event).toEqual({
      by: admin.staffId,
      details: {
        kind: 'MoveTextAU',
        version: '2',
        from: today('AU'),
        replaces: '1',
        reason: 'Wording of our lawyer',
      },
    })
  })

  itLong(
    'are not shown before their day, and a correction of today does not undo what is to come',
    async () => {
      const family = await familyWithPlan()
      const lines = await linesOf('SkipTextAU')
      const day = addDays(today('AU'), 14)
      const feeNow = async () => (await family.flexible()).texts.skip.fee
      await publish('SkipTextAU', lines.with(0, 'No fee, no interest'), '--from', day, '--yes')
      expect(await feeNow()).toBe('None')
      expect((await ops('texts', 'list')).out).toMatch(
        new RegExp(`SkipTextAU +1 .* 2, from ${formatDate(day)}`),
      )

      const corrected = await publish('SkipTextAU', lines.with(0, 'None at all'), '--yes')
      expect(corrected.err).toContain(`Version 2 takes its place on ${formatDate(day)}.`)
      expect(await feeNow()).toBe('None at all')

      await goTo(day, 'AU')
      await family.logInAgain()
      admin = await addStaff(server, 'admin')
      expect(await feeNow()).toBe('No fee, no interest')
    },
  )

  it.each<[string, TextKind, (lines: string[]) => string[], () => string[], string]>([
    [
      'a value that nothing fills in',
      'MoveTextAU',
      (lines) => lines.with(2, 'Until {notise}.'),
      () => [],
      '{notise}',
    ],
    [
      'a value that is missing',
      'MoveTextAU',
      (lines) => lines.with(2, 'In time.'),
      () => [],
      'must have {notice}',
    ],
    ['a line too few', 'MoveTextAU', (lines) => lines.slice(1), () => [], 'It needs 5 lines and has 4'],
    ['nothing new', 'MoveTextAU', (lines) => lines, () => [], 'It says the same as before.'],
    [
      'a day that has passed',
      'MoveTextAU',
      (lines) => lines.with(3, 'Free.'),
      () => ['--from', '2027-01-01'],
      'or later',
    ],
    [
      'terms without the notice that they promise',
      'DirectDebitAgreement',
      () => ['# Terms', 'Other terms.'],
      () => ['--from', addDays(today('AU'), 1)],
      'families are told 14 days ahead',
    ],
  ])('are refused for %s', async (_, kind, change, more, words) => {
    const before = await versionsOf(kind)
    const { code, err } = await publish(kind, change(await linesOf(kind)), '--yes', ...more())
    expect([code, err]).toEqual([1, expect.stringContaining(words)])
    expect(await versionsOf(kind)).toEqual(before)
  })

  it('are published by admins only, and one after the other', async () => {
    const lines = await linesOf('CareAgreedUK')
    const body = { body: [...lines, 'We call you.'].join('\n'), reason: 'Asked for' }
    const { token } = await addStaff(server, 'operations')
    expect(await call('POST /api/staff/texts/CareAgreedUK', { token, body })).toMatchObject({ status: 403 })
    expect(await call('GET /api/staff/texts', { token })).toMatchObject({ status: 200 })
    const both = await Promise.all(
      [1, 2].map((replaces) =>
        call('POST /api/staff/texts/CareAgreedUK', { token: admin.token, body: { ...body, replaces } }),
      ),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await versionsOf('CareAgreedUK')).toHaveLength(2)
  })

  it('are never changed', async () => {
    await expect(
      deps.db.run(sql`update agreement_text set body = 'Another text' where kind = 'MoveTextAU'`),
    ).rejects.toThrow('append-only')
  })
})

describe('What a family has read', () => {
  it('is kept with its move, its skip and what it asked to skip', async () => {
    const family = await familyWithPlan()
    const [first, second, third, fourth] = (await family.flexible()).coming
    await family.move(first!.dueOn, nextBusinessDay(addDays(calendarDate(first!.on), 3), calendars.AU))
    await family.skip([second!.dueOn, third!.dueOn], 'Spread')
    await family.skip([fourth!.dueOn], 'Spread')
    const { texts } = await family.flexible()
    expect(await seenIn(family)).toEqual([
      { kind: 'Move', textKind: 'MoveTextAU', textVersion: texts.move.version },
      { kind: 'Skip', textKind: 'SkipTextAU', textVersion: texts.skip.version },
      { kind: 'Skip', textKind: 'SkipTextAU', textVersion: texts.skip.version },
    ])
    expect((await family.letters()).map(({ note }) => note)).toEqual([
      undefined,
      'The total of your plan stays the same, and there is no fee.',
      'The total of your plan stays the same, and there is no fee.',
    ])
  })

  itLong('is what was on the screen, also where another version was published meanwhile', async () => {
    const family = await familyWithPlan()
    const { version } = (await family.flexible()).texts.move
    const lines = await linesOf('MoveTextAU')
    await publish('MoveTextAU', lines.with(3, 'It is free.'), '--yes')
    const [first] = (await family.flexible()).coming
    const to = nextBusinessDay(addDays(calendarDate(first!.on), 3), calendars.AU)
    expect(await family.move(first!.dueOn, to, 99)).toMatchObject({
      status: 400,
      body: { fields: { textVersion: expect.stringContaining('reload the page') } },
    })
    expect(await family.move(first!.dueOn, to, version)).toMatchObject({ status: 200 })
    expect(await seenIn(family)).toEqual([{ kind: 'Move', textKind: 'MoveTextAU', textVersion: version }])
  })

  itLong('is nothing where staff have made the change', async () => {
    const family = await familyWithPlan()
    const [first] = (await family.flexible()).coming
    const { token } = await addStaff(server, 'operations')
    await call(`POST /api/staff/accounts/${family.accountId}/plans/${family.year}/skip-payments`, {
      token,
      body: { dueOn: [first!.dueOn], outcome: 'Spread', reason: 'They called' },
    })
    expect(await seenIn(family)).toEqual([{ kind: 'Skip', textKind: null, textVersion: null }])
  })

  itLong('is of its region where it finds it hard to pay', async () => {
    const family = await familyWithPlan()
    const read = async () =>
      (await call(`GET /api/portal/customer/account/${family.accountId}/care`, { token: family.token() }))
        .body as Care
    const lines = await linesOf('CareContactsAU')
    expect(await read()).toMatchObject({ contactsIntro: lines[0] })
    await publish('CareContactsAU', ['Tell them {account number}.'], '--yes')
    const { contactsIntro, notesVersion } = await read()
    expect(contactsIntro).toBe('Tell them {account number}.')

    const notes = await linesOf('CareNotesAU')
    await publish('CareNotesAU', [...notes, 'We never sell your data.'], '--yes')
    expect(await read()).toMatchObject({ notesVersion: notesVersion + 1 })
    const answers = { why: 'LessWork', lasts: 'Unknown', amount: 0, every: 'Month', reach: 'Email' }
    const sent = await call(`POST /api/portal/customer/account/${family.accountId}/care-request`, {
      token: family.token(),
      body: { ...answers, textVersion: notesVersion },
    })
    expect(sent).toMatchObject({ status: 200 })
    expect(
      await deps.db.many(sql`
        select text_version as version from care_request where account_id = ${family.accountId}`),
    ).toEqual([{ version: notesVersion }])
  })
})
