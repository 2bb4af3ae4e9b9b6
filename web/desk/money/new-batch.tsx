import { sumOfDecimals } from '#domain/money.ts'
import { useRef, useState } from 'react'
import type { StaffWithdrawal } from '#contract/staff-money.ts'
import type { Region } from '#domain/region.ts'
import { payoutAccountRules, type PayoutAccount } from '#domain/withdrawals.ts'
import { Button } from '../../ui/button/button.tsx'
import { Card } from '../../ui/card/card.tsx'
import { FileIcon } from '../../ui/icon/file.tsx'
import { LockIcon } from '../../ui/icon/lock.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { refresh, useRead } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { useNow } from '../foundation/clock.ts'
import { submitting } from '../foundation/draft.ts'
import { useShortcuts } from '../foundation/shortcuts.ts'
import { Effect } from '../ui/effect/effect.tsx'
import { UndoLine } from '../ui/drawer/drawer.tsx'
import { count, money } from '../foundation/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import { ReasonField } from '../ui/reason/reason-field.tsx'
import { showDone } from '../foundation/toast.ts'
import { FailureAlert } from '../ui/failure/failure-alert.tsx'
import { currencyOf } from './money-words.ts'
import { noAccount, PayoutAccountField } from './payout-account-field.tsx'

/** Everything that is approved goes into one batch. */
export function NewBatch({ region, toPayOut }: { region: Region; toPayOut: readonly StaffWithdrawal[] }) {
  const now = useNow()
  const settings = useRead('GET /api/staff/settings', {}, { isOff: region === 'UK' })
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState(noAccount)
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const ready = toPayOut.filter(({ payableFrom }) => payableFrom === null || new Date(payableFrom) <= now)
  const sum = money(sumOfDecimals(ready), currencyOf(region))
  const ours = settings.data?.payoutAccount
  const needsAccount = region === 'AU' && settings.data !== undefined && !ours
  const errors = needsAccount ? errorsOf(typed) : {}
  const hasAccount = Object.keys(errors).length === 0
  const make = useAction(async () => {
    const made = await call('POST /api/staff/payouts', {
      body: { region, reason, ...(needsAccount && { from: typed }) },
    })
    setReason('')
    setChecked(false)
    showDone(`Batch ${made.number} created. Request its release next.`)
    await refresh()
  })
  useShortcuts([{ keys: 'ctrl+enter', label: 'Create batch', run: () => form.current?.requestSubmit() }])
  if (ready.length === 0)
    return (
      <Card title="New batch">
        <p className="muted">
          No withdrawals are ready for a batch. Withdrawals appear here once two people have approved them.
        </p>
      </Card>
    )
  return (
    <Card title="New batch">
      <form
        className="stack stack--14"
        ref={form}
        noValidate
        onSubmit={submitting(() => {
          setChecked(true)
          if (reason.trim() !== '' && hasAccount) void make.run()
        })}
      >
        <FailureAlert title="The batch was not created" failure={make.failure} />
        {ours && (
          <p>
            <span className="muted">From our account</span> {ours.bank} · {ours.bsb} ending {ours.ending}
          </p>
        )}
        {needsAccount && (
          <PayoutAccountField
            label="From our account"
            hint="An administrator can set a default under Admin, Settings."
            value={typed}
            errors={isChecked ? errors : {}}
            onChange={setTyped}
          />
        )}
        <Effect
          sentences={[
            {
              icon: FileIcon,
              text: (
                <>
                  Creates one {region === 'AU' ? 'ABA' : 'CSV'} file of{' '}
                  <b>
                    {count(ready.length, 'payment')}, {sum}
                  </b>
                  . It can go to the bank once a second person has released it.
                </>
              ),
            },
            {
              icon: LockIcon,
              text: 'These withdrawals cannot be in another batch. The file is the same each time it is downloaded.',
            },
            { icon: MailIcon, text: 'Families are notified when the batch is marked as paid.' },
          ]}
        />
        <ReasonField
          value={reason}
          onChange={setReason}
          error={isChecked && reason.trim() === '' ? 'Enter a reason, such as “Daily batch”' : undefined}
        />
        <Button type="submit" isBlock isBusy={make.isBusy}>
          Create batch of {sum} <Kbd>Ctrl Enter</Kbd>
        </Button>
        <UndoLine undo={null} instead="A single withdrawal can still be declined." />
      </form>
    </Card>
  )
}

const partNames = Object.keys(payoutAccountRules) as (keyof PayoutAccount)[]
const examples: PayoutAccount = { bank: 'CBA', userId: '301500', bsb: '062-000', accountNumber: '10001234' }

/** What is not written as the bank's file needs it. */
function errorsOf(account: PayoutAccount): Partial<PayoutAccount> {
  const wrong = partNames.filter((name) => !payoutAccountRules[name].test(account[name]))
  return Object.fromEntries(wrong.map((name) => [name, `For example, ${examples[name]}`]))
}
