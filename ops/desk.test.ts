import { mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { dateIn } from '#domain/calendar/calendar.ts'
import { cents, toDecimal } from '#domain/money.ts'
import type { IdentityReview } from '#contract/staff-reviews.ts'
import { sql } from '#server/platform/database/sql.ts'
import { encryptDocuments } from '#tools/demo/document-numbers.ts'
import { feeScheduleOf } from '#tools/demo/schools.ts'
import { insertStaff } from '#tools/demo/staff.ts'
import { creditFromSchool } from '#tools/demo/entries.ts'
import { addFamily } from '#tools/testing/family.ts'
import { addPayer, expectSoundLedger, paymentsOf } from '#tools/testing/payments.ts'
import { itLong } from '#tools/testing/long-tests.ts'
import { testServer } from '#tools/testing/server.ts'
import { staffCommand } from '#tools/testing/staff-command.ts'
import { addStaff } from '#tools/testing/staff.ts'
import { saveFile } from './save-file.ts'

const server = await testServer()
const { deps } = server
const operations = (await addStaff(server, 'operations')).token
const admin = (await addStaff(server, 'admin')).token
const folder = await mkdtemp(join(tmpdir(), 'larkwell-desk-'))
afterAll(() => rm(folder, { recursive: true, force: true }))

const ops = (token: string, ...words: string[]) =>
  staffCommand(words, { OPS_URL: server.url, OPS_TOKEN: token })

describe('At the desk, from the keyboard,', () => {
  it('a family is asked for a sum, and its payment is given back in part', async () => {
    const family = await addPayer(server)
    await family.pay(100)
    const [payment] = await paymentsOf(server, family.accountId)
    const shortId = family.accounts[0]?.shortId ?? ''
    const due = dateIn('AU', new Date(deps.clock().getTime() + 7 * 86_400_000))
    const reason = ['--reason', 'They called']
    const [asked, refused, refunded] = await Promise.all([
      ops(operations, 'requests', 'create', shortId, '--amount', '12.50', '--due', due, ...reason),
      ops(operations, 'refunds', 'make', payment?.id ?? '', ...reason),
      ops(operations, 'refunds', 'make', payment?.id ?? '', '--amount', '40', ...reason, '--yes'),
    ])
    expect([asked.code, asked.out]).toEqual([0, expect.stringMatching(/Due +\$12\.50 by/)])
    expect([refused.code, refused.err]).toEqual([2, expect.stringContaining('--yes')])
    expect([refunded.code, refunded.out.trim()]).toEqual([0, 'Sent back. The payer is notified.'])
    const listed = await ops(operations, 'payments', 'list', shortId.toLowerCase())
    expect(listed.out).toContain('$40.00')
    await expectSoundLedger(server)
  })

  itLong('a family is found by what somebody says of it, and why another is not', async () => {
    const family = await addFamily(server, {
      email: 'found@demo.example',
      mobile: null,
      firstName: 'Leena',
      lastName: 'Pemberton-Castellanos',
    })
    const [found, missing] = await Promise.all([
      ops(operations, 'find', 'castellanos leena'),
      ops(operations, 'find', 'ch_3QK2xYabcdef'),
    ])
    expect([found.code, found.out]).toEqual([0, expect.stringContaining(family.accounts[0]?.shortId ?? '')])
    expect(found.out).toContain('Pemberton-Castellanos family')
    expect([missing.code, missing.out]).toEqual([0, expect.stringContaining('pi_')])
  })

  itLong('schools say how they stand, and list their families', async () => {
    const [all, one, families] = await Promise.all([
      ops(operations, 'schools', 'standing'),
      ops(operations, 'schools', 'set-up', 'wattle'),
      ops(operations, 'schools', 'families', 'wattle', '--only', 'All', '--limit', '200'),
    ])
    expect([all.code, all.out]).toEqual([0, expect.stringMatching(/Wattle Grove College +20\d\d +\d+ +\d+/)])
    expect([one.code, one.out]).toEqual([0, expect.stringMatching(/Ready +\d+/)])
    expect([families.code, families.out]).toEqual([0, expect.stringContaining('Pemberton-Castellanos')])
  })

  itLong('a file of fees is rehearsed, mended and taken in', async () => {
    const header = 'school,year,kind,name,amount,starts_on,ends_on'
    const rows = [
      'sch-wattlegrove,2029,Term,1,,2029-01-29,2029-04-05',
      'sch-wattlegrove,2029,Fixed,Levy,twelve,,',
    ]
    const file = join(folder, 'fees.csv')
    await writeFile(file, [header, ...rows].join('\r\n'))
    const words = ['fees', 'import', file, '--reason', 'New year']
    const wrong = await ops(admin, ...words)
    expect([wrong.code, wrong.err]).toEqual([
      1,
      expect.stringMatching(/3 {2}amount +Is not an amount such as 1234\.50/),
    ])
    expect(wrong.err).toMatch(/Read 2 rows…\n(Checked.*\n)?1 problem:\n[\s\S]*.* was not imported/)
    await writeFile(file, [header, ...rows].join('\r\n').replace('twelve', '12'))
    const rehearsed = await ops(admin, ...words, '--dry-run')
    expect([rehearsed.code, rehearsed.out.trim()]).toEqual([
      0,
      'Only checked, nothing is written. 2 rows, and nothing wrong: without --dry-run they make 1 fee schedule and 1 fee item.',
    ])
    const done = await ops(admin, ...words)
    expect([done.code, done.err]).toEqual([0, expect.stringContaining('Read 2 rows…')])
    expect(done.out.trim()).toBe('Written: 1 fee schedule and 1 fee item, from 2 rows.')
    // Only the end says that something was written.
    for (const { err } of [wrong, rehearsed, done]) expect(err).not.toContain('Written')
    const [shown, foreign, missing] = await Promise.all([
      ops(admin, 'fees', 'show', 'wattle', '2029'),
      ops(operations, ...words),
      ops(admin, 'fees', 'import', 'nowhere.csv', '--reason', 'x'),
    ])
    expect(shown.out).toMatch(/\$12\.00 +yes +Levy/)
    expect([foreign.code, foreign.err]).toEqual([
      1,
      expect.stringContaining('Your role does not allow this.'),
    ])
    expect(missing.code).toBe(2)
  })

  itLong('other fees are previewed with every plan, and applied as they were previewed', async () => {
    const { accounts } = await addFamily(server, {
      email: 'desk-fees@demo.example',
      mobile: null,
      accounts: [{ school: 'Jacaranda School' }],
    })
    const [theirs] = accounts
    const year = 2026
    const { terms, items } = feeScheduleOf('Jacaranda School', year)
    const rows = [
      'school,year,kind,name,year_level,amount,percent,options,starts_on,ends_on',
      ...terms.map(
        ({ no, startsOn, endsOn }) => `sch-jacaranda,${year},Term,${no},,,,,${startsOn},${endsOn}`,
      ),
      ...items.map(({ kind, name, yearLevel, amount, percentBasisPoints, options }) =>
        [
          'sch-jacaranda',
          year,
          kind,
          name,
          yearLevel,
          amount === null ? '' : toDecimal(cents(amount + (name === 'Technology levy' ? 60_00 : 0))),
          percentBasisPoints === null ? '' : percentBasisPoints / 100,
          options.join(';'),
          '',
          '',
        ].join(','),
      ),
    ]
    const file = join(folder, 'jacaranda.csv')
    await writeFile(file, rows.join('\n'))
    const reason = ['--reason', 'From July']
    const replaced = await ops(admin, 'fees', 'import', file, '--replace', ...reason)
    expect([replaced.code, replaced.err]).toEqual([
      1,
      expect.stringContaining('1 plan depends on these fees'),
    ])

    const previewed = await ops(admin, 'fees', 'preview', file, ...reason)
    expect([previewed.code, previewed.out]).toEqual([
      0,
      expect.stringMatching(
        new RegExp(`${theirs?.shortId} +Olivia Bennett +2026 Current .+ → .+ recalculated`),
      ),
    ])
    expect(previewed.out).toMatch(/Recalculated +1 plan\n/)
    const id = /fees apply (\S+)/.exec(previewed.out)?.[1] ?? ''
    const applied = await ops(admin, 'fees', 'apply', id, ...reason, '--yes')
    expect([applied.code, applied.out]).toEqual([
      0,
      expect.stringContaining('Applied. The families are notified.'),
    ])
    const shown = await ops(operations, 'fees', 'change', id)
    expect(shown.out).toMatch(/Status +Applied/)
    const told = await deps.db.many(sql`
      select 1 from outbox_message where recipient = 'desk-fees@demo.example' and kind = 'FeesChanged'`)
    expect(told).toHaveLength(1)
  })

  itLong('what a visitor wrote is listed, shown and answered', async () => {
    const body = { email: 'nora@visitor.example', text: 'I cannot log in' }
    await server.call('POST /api/support/chat', { body })
    const listed = await ops(operations, 'conversations', 'list')
    expect(listed.out).toMatch(/Visitor +nora@visitor\.example +no .+ I cannot log in/)
    const id = /[\da-f]{8}/.exec(listed.out)?.[0] ?? ''
    const answered = await ops(operations, 'conversations', 'reply', id, 'Which address do you use?')
    expect([answered.code, answered.out]).toEqual([
      0,
      expect.stringMatching(
        /^Sent\.[\s\S]*Email address not verified[\s\S]*Sam operations \(Staff\)\n {2}Which address/,
      ),
    ])
    expect((await server.message('nora@visitor.example', 'email')).text).toContain('Which address')
  })

  itLong('a mobile is changed, the change is found, and the alarm about it is decided', async () => {
    const email = 'desk-contact@demo.example'
    const { customerId } = await addFamily(server, { email, mobile: '+61491576210' })
    const reason = ['--reason', 'Called back']
    const contact = ['customers', 'contact', email, '--mobile', '+61491576211', ...reason]
    const asked = await ops(operations, ...contact)
    expect([asked.code, asked.err]).toEqual([2, expect.stringContaining('--yes')])
    const before = await server.lastMessage()
    const done = await ops(operations, ...contact, '--yes')
    expect([done.code, done.out]).toEqual([
      0,
      expect.stringMatching(/old and new are notified[^]*\+61491576211/),
    ])
    const listed = await ops(operations, 'customers', 'contact-changes', email, '--json')
    const [change] = JSON.parse(listed.out) as { id: string; status: string }[]
    expect(change?.status).toBe('Open')
    const { text } = await server.message('+61491576210', 'sms', before)
    const key = /key=([\w-]+)/.exec(text)?.[1]
    await server.call('POST /api/auth/customer/stop-contact-change', { body: { key } })
    const waiting = await ops(operations, 'queue', 'list', '--kind', 'contactchange')
    expect(waiting.out).toContain('did not ask for a new mobile')
    const restore = ['customers', 'resolve-contact', change?.id ?? '', 'restore', ...reason]
    const own = await ops(operations, ...restore)
    expect([own.code, own.err]).toEqual([1, expect.stringContaining('somebody else has to decide')])
    const restored = await ops(admin, ...restore)
    expect([restored.code, restored.out]).toEqual([0, expect.stringMatching(/is back[^]*\+61491576210/)])
    const shown = await ops(admin, 'customers', 'contact-changes', customerId)
    expect(shown.out).toMatch(/Open[^]*\+61491576211 → \+61491576210[^]*Restored/)
  })

  it('a bank account is kept for a family, and what is approved goes out in one payout', async () => {
    await insertStaff(deps.db, deps.clock())
    const requests = [{ status: 'Approved' as const, amount: cents(120_00), daysAgo: 3 }]
    const { accounts } = await addFamily(server, {
      email: 'desk-payout@demo.example',
      mobile: null,
      accounts: [
        {
          plans: [],
          entries: (moment) => [creditFromSchool(moment, 500_00)],
          withdrawals: { bankAccounts: ['6789'], requests },
        },
      ],
    })
    const shortId = accounts[0]?.shortId ?? ''
    const reason = ['--reason', 'Statement seen']
    const bank = ['bank-accounts', 'add', shortId, '--holder', 'Olivia Bennett', '--number', '12344321']
    const from = ['--from', 'CBA,301500,062-000,10001234']
    const [added, wrong, made] = await Promise.all([
      ops(operations, ...bank, '--bsb', '062-006', ...reason),
      ops(operations, ...bank, '--sort-code', '20-00-06', ...reason),
      ops(operations, 'withdrawals', 'payout', '--region', 'au', ...from, ...reason),
    ])
    const second = async ({ out }: { out: string }) => {
      const id = /approvals approve ([\da-f]{8})$/m.exec(out)?.[1] ?? ''
      return ops(admin, 'approvals', 'approve', id, '--reason', 'Checked', '--yes')
    }
    expect([added.code, added.out]).toEqual([
      0,
      expect.stringContaining('ending 4321 of Olivia Bennett: waiting for a second approval'),
    ])
    const own = await ops(operations, 'approvals', 'list')
    expect(own.out).toMatch(/Withdrawals may go to bank account ending 4321/)
    expect((await second(added)).out).toMatch(/^Approved: Withdrawals may go to/)
    expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('A BSB has 6 digits')])
    expect([made.code, made.out]).toEqual([0, expect.stringMatching(/^Payout 1 has 1 withdrawal\./)])
    expect((await second(await ops(operations, 'withdrawals', 'release', '1', ...reason))).code).toBe(0)
    const [kept, saved, paid] = await Promise.all([
      ops(operations, 'bank-accounts', 'list', shortId),
      ops(operations, 'withdrawals', 'payout-file', '1', '--to', join(folder, 'friday.aba')),
      ops(operations, 'withdrawals', 'payout-paid', '1', ...reason, '--yes'),
    ])
    expect(kept.out).toMatch(/Olivia Bennett +\*\*\*-\*06 +\*{5}4321/)
    expect([saved.code, await readFile(join(folder, 'friday.aba'), 'utf8')]).toEqual([
      0,
      expect.stringContaining('500000012000Olivia Bennett'),
    ])
    expect([paid.code, paid.out]).toEqual([0, expect.stringMatching(/^1 paid now\./)])
    const id = /[\da-f]{8}(?=\n$)/.exec(kept.out)?.[0] ?? ''
    const [removed, payouts, warned] = await Promise.all([
      ops(operations, 'bank-accounts', 'remove', shortId, id, ...reason),
      ops(operations, 'withdrawals', 'payouts'),
      ops(operations, 'withdrawals', 'payout-file', '1', '--to', join(folder, 'again.aba')),
    ])
    expect([removed.code, removed.out]).toEqual([0, expect.stringContaining('Removed.')])
    expect(payouts.out).toMatch(/1 +AU +1 +\$120\.00 +0 +1 +0 /)
    expect(warned.err).toContain('Decided already: 1 withdrawal')
    await expectSoundLedger(server)
  })

  itLong('a plan is looked at with what the family asks for, and then decided', async () => {
    const scholarship = { name: 'Scholarship', percent: 12.5, type: 'Scholarship' as const }
    const { accountId: account } = await addFamily(server, {
      email: 'reviewed@demo.example',
      mobile: null,
      accounts: [
        {
          plans: [{ status: 'ManualReview' }],
          students: [{ firstName: 'Ada', level: 'Year 8', discounts: [scholarship] }],
        },
      ],
    })
    const kept = await deps.db.first<{ year: number; start: string }>(sql`
      update plan_version set variances = variances || '{"otherArrangementsRequest": "We move in May"}'
      from plan where plan.account_id = ${account} and plan_version.account_id = ${account}
      returning tuition_year as year, start_date as start`)
    const [year, start] = [String(kept?.year), String(kept?.start)]
    const [shown, queue] = await Promise.all([
      ops(operations, 'plans', 'show', account, '--year', year),
      ops(operations, 'queue', 'list', '--kind', 'plan', '--json'),
    ])
    expect(shown.out).toMatch(/Status +ManualReview/)
    expect(shown.out).toContain('Scholarship for Ada Bennett: 12.5%')
    expect(shown.out).toContain('In their words: "We move in May"')
    const { items } = JSON.parse(queue.out) as { items: { id: string; accountId: string }[] }
    const review = items.find(({ accountId }) => accountId === account)?.id ?? ''
    const change = ['plans', 'change', account, '--year', year, '--every', 'Month', '--count', '5']
    const from = ['--start', start, '--reason', 'The school grants a part of it']
    const changed = await ops(operations, ...change, ...from, '--outstanding', 'apart')
    expect([changed.code, changed.out]).toEqual([0, expect.stringMatching(/Payments +5 payments/)])
    const late = await ops(operations, 'reviews', 'approve', review, '--reason', 'Fine')
    expect([late.code, late.err]).toEqual([1, expect.stringContaining('already decided this')])
  })

  itLong(
    'a copy of a licence is compared with who they are and what they typed, and then decided',
    async () => {
      const { accountId: account } = await addFamily(server, {
        email: 'desk-identity@demo.example',
        mobile: null,
        accounts: [
          {
            setupStatus: 'ManualReview',
            isSetupIncomplete: true,
            plans: [{ status: 'Saved' }],
            identityChecks: [
              { document: 'DriversLicense', manner: 'Automatic', outcome: 'Fail', daysAgo: 2 },
              { document: 'DriversLicense', manner: 'Manual', outcome: null, daysAgo: 2 },
            ],
          },
        ],
      })
      await encryptDocuments(deps)
      await deps.db.run(sql`
      update customer set birth_date = '1984-05-17' where email = 'desk-identity@demo.example'`)
      const queue = await ops(operations, 'queue', 'list', '--kind', 'identity', '--json')
      const { items } = JSON.parse(queue.out) as { items: { id: string; accountId: string }[] }
      const review = items.find(({ accountId }) => accountId === account)?.id ?? ''
      const [shown, raw, nobody] = await Promise.all([
        ops(operations, 'reviews', 'identity', review),
        ops(operations, 'reviews', 'identity', review, '--json'),
        ops(operations, 'reviews', 'identity', account),
      ])
      const { document } = JSON.parse(raw.out) as IdentityReview
      expect(shown.out).toMatch(/Name +Olivia Bennett\nBorn on +17 May 1984\nLives at +\d+ /)
      const numbers = document?.type === 'DriversLicense' ? document : undefined
      expect(shown.out).toMatch(
        new RegExp(
          `NSW\nNumber +${numbers?.driversLicenseNo}\nCard number +${numbers?.driversLicenseCardNo}`,
        ),
      )
      expect(shown.out).toMatch(/the issuer +Fail .+NO_MATCH\n.+our people +Waiting/)
      expect([nobody.code, nobody.out]).toEqual([1, ''])
      const declined = await ops(
        operations,
        'reviews',
        'decline',
        review,
        '--reason',
        'The photo is too dark.',
      )
      expect([declined.code, declined.out.trim()]).toEqual([0, 'Declined. The family reads your reason.'])
      expect((await server.message('desk-identity@demo.example', 'email')).text).toContain('too dark')
    },
  )

  itLong('a family is invited to pay in instalments, and its switch is finished', async () => {
    const paysAsItGoes = { productType: 'Pay' as const, plans: [] }
    const [asked, answered] = await Promise.all(
      [paysAsItGoes, { ...paysAsItGoes, productChange: { status: 'Processing' as const } }].map(
        (described, place) =>
          addFamily(server, {
            email: `desk-switch${place}@demo.example`,
            mobile: null,
            accounts: [described],
          }),
      ),
    )
    const [first = '', second = ''] = [asked, answered].map((family) => family?.accounts[0]?.shortId)
    const reason = ['--reason', 'They called']
    const invited = await ops(operations, 'switch', 'invite', first, ...reason)
    expect([invited.code, invited.out.trim()]).toEqual([0, 'Invited. The family is notified.'])
    expect((await server.message('desk-switch0@demo.example', 'email')).text).toContain('/switch-account')
    const waiting = await ops(operations, 'queue', 'list', '--kind', 'switch')
    expect(waiting.out).toContain(second)
    expect(waiting.out).not.toContain(first)
    const [withdrawn, early, completed] = await Promise.all([
      ops(operations, 'switch', 'withdraw', first, ...reason),
      ops(operations, 'switch', 'invite', second, ...reason),
      ops(operations, 'switch', 'complete', second, ...reason),
    ])
    expect([withdrawn.code, withdrawn.out]).toEqual([0, expect.stringContaining('Withdrawn.')])
    expect(early.code).toBe(1)
    expect([completed.code, completed.out]).toEqual([0, expect.stringContaining('Completed.')])
    const again = await ops(operations, 'switch', 'complete', second, ...reason)
    expect(again.code).toBe(1)
    const shown = await ops(operations, 'accounts', 'show', second)
    expect(shown.out).toMatch(
      /Product +PayPlus[\s\S]+Set-up +SetUpPaymentSchedule[\s\S]+Change to instalments +Completed/,
    )
  })

  it('a school is added and edited, and what waits for people is listed', async () => {
    const contact = ['--email', 'fees@elm.example', '--phone', '+44 20 7946 0000']
    const school = ['schools', 'add', 'sch-elm', '--name', 'Elm School', '--region', 'UK', ...contact]
    const added = await ops(admin, ...school, '--manual-review', 'yes', '--reason', 'Signed')
    expect([added.code, added.out]).toEqual([0, expect.stringMatching(/Staff look at plans +yes/)])
    const methods = /Ways to pay +.*/.exec(added.out)?.[0] ?? 'none listed'
    const edited = await ops(admin, 'schools', 'edit', 'sch-elm', '--absorb', 'All', '--reason', 'Contract')
    expect([edited.code, edited.out]).toEqual([0, expect.stringContaining(methods)])
    const queue = await ops(operations, 'queue', 'list', '--json')
    expect(JSON.parse(queue.out)).toMatchObject({ items: expect.any(Array), counts: expect.any(Object) })
  })

  itLong('a holiday is previewed, added and removed by an admin', async () => {
    const listed = await ops(operations, 'holidays', 'list', 'UK', '2030')
    expect(listed.out).toMatch(/6 May 2030 +Early May bank holiday/)
    expect((await ops(operations, 'holidays', 'list', 'AU', '2030')).out).toMatch(
      /10 June 2030 +King's Birthday/,
    )
    const none = await ops(operations, 'holidays', 'list', 'UK', '2040')
    expect(none.out).toContain('No holidays are entered for 2040.')

    const preview = await ops(operations, 'holidays', 'preview', 'UK', '2030-05-13')
    expect(preview.out).toContain('Adding 13 May 2030 in UK would do this:\nNo planned payment moves.')
    const day = ['UK', '2030-05-13', 'Coronation bank holiday']
    const refused = await ops(operations, 'holidays', 'add', ...day, '--reason', 'Proclaimed', '--yes')
    expect([refused.code, refused.out]).toEqual([expect.any(Number), ''])
    const added = await ops(admin, 'holidays', 'add', ...day, '--reason', 'Proclaimed', '--yes')
    expect([added.code, added.out]).toEqual([
      0,
      expect.stringContaining('13 May 2030 is now a holiday in UK: Coronation bank holiday.'),
    ])
    const twice = await ops(admin, 'holidays', 'add', ...day, '--reason', 'Proclaimed', '--yes')
    expect([twice.code, twice.err]).toEqual([
      expect.any(Number),
      expect.stringContaining('Is a holiday in UK already'),
    ])
    const removed = await ops(
      admin,
      'holidays',
      'remove',
      'UK',
      '2030-05-13',
      '--reason',
      'Typed wrong',
      '--yes',
    )
    expect([removed.code, removed.out]).toEqual([0, expect.stringContaining('is no longer a holiday in UK')])
  })
})

describe('A file that is saved', () => {
  const file = {
    bytes: new TextEncoder().encode('new'),
    fileName: '../passport\u001b[2J.pdf',
    contentType: 'application/pdf',
  }
  const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

  it('does not take the place of another one', async () => {
    const path = join(folder, 'kept.csv')
    await writeFile(path, 'old')
    await expect(saveFile(file, { to: path, folder })).rejects.toThrow('already')
    expect(await readFile(path, 'utf8')).toBe('old')
  })

  it('takes the place of another one when told so, and is as private then', async () => {
    const path = join(folder, 'replaced.csv')
    await writeFile(path, 'old', { mode: 0o644 })
    await saveFile(file, { to: path, folder, mayReplace: true })
    expect([await readFile(path, 'utf8'), await modeOf(path)]).toEqual(['new', '600'])
  })

  it('can be read by nobody else, in a folder that nobody else can open, with a warning to delete it', async () => {
    const own = join(folder, 'files')
    // Made by somebody who did not think of it.
    await mkdir(own, { mode: 0o755 })
    const { raw, text } = await saveFile(file, { folder: own })
    const path = join(own, 'passport[2J.pdf')
    expect(raw).toEqual({ path, bytes: 3 })
    expect(await readFile(path, 'utf8')).toBe('new')
    expect([await modeOf(own), await modeOf(path)]).toEqual(['700', '600'])
    expect(text).toBe(`Saved as ${path}.\nOnly you can read it. Delete it once you are done with it.`)
    await expect(saveFile(file, { folder: own })).rejects.toThrow('already')
  })

  it('is as private where somebody chose the place', async () => {
    const path = join(folder, 'chosen.pdf')
    await saveFile(file, { to: path, folder })
    expect(await modeOf(path)).toBe('600')
  })

  it('does not follow a link that somebody else has put there', async () => {
    const [target, link] = [join(folder, 'elsewhere.pdf'), join(folder, 'link.pdf')]
    await symlink(target, link)
    await expect(saveFile(file, { to: link, folder })).rejects.toThrow('already')
    await expect(stat(target)).rejects.toThrow()
  })

  it('is as private when it is a mail', async () => {
    const path = join(folder, 'receipt.html')
    const shown = await ops(operations, 'outbox', 'samples', 'Receipt', '--html', path)
    expect([shown.code, await modeOf(path)]).toEqual([0, '600'])
    expect(shown.err).toContain(`Saved as ${path}.`)
    expect((await ops(operations, 'outbox', 'samples', 'Receipt', '--html', path)).err).toContain('already')
  })
})
