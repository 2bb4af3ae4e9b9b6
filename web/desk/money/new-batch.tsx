import { useRef, useState } from 'react'
import type { StaffWithdrawal } from '#contract/staff-money.ts'
import type { Region } from '#domain/region.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { Button } from '../../ui/button/button.tsx'
import { FileIcon } from '../../ui/icon/file.tsx'
import { LockIcon } from '../../ui/icon/lock.tsx'
import { MailIcon } from '../../ui/icon/mail.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { refresh, useRead } from '../api/read.ts'
import { call } from '../api/staff-client.ts'
import { useAction } from '../api/use-action.ts'
import { useNow } from '../app/clock.ts'
import { useShortcuts } from '../app/shortcuts.ts'
import { Effect } from '../ui/effect/effect.tsx'
import { UndoLine } from '../ui/drawer/drawer.tsx'
import { count, money } from '../ui/format.ts'
import { Kbd } from '../ui/keys/keys.tsx'
import { ReasonField } from '../ui/reason/reason-field.tsx'
import { showDone } from '../ui/toast/toast.ts'
import { payoutAccountOf } from './payout-account.ts'
import { sumOf } from './to-pay-out.tsx'

/** Everything that is approved goes into one batch. */
export function NewBatch({ region, toPayOut }: { region: Region; toPayOut: readonly StaffWithdrawal[] }) {
  const now = useNow()
  const settings = useRead('GET /api/staff/settings', {}, { isOff: region === 'UK' })
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [isChecked, setChecked] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const ready = toPayOut.filter(({ payableFrom }) => payableFrom === null || new Date(payableFrom) <= now)
  const sum = money(sumOf(ready), region === 'AU' ? 'AUD' : 'GBP')
  const ours = settings.data?.payoutAccount
  const needsAccount = region === 'AU' && settings.data !== undefined && !ours
  const from = needsAccount ? payoutAccountOf(typed) : undefined
  const make = useAction(async () => {
    const made = await call('POST /api/staff/payouts', { body: { region, reason, ...(from && { from }) } })
    setReason('')
    setChecked(false)
    showDone(`Batch ${made.number} is made. Ask for its release next.`)
    await refresh()
  })
  useShortcuts([{ keys: 'ctrl+enter', label: 'Make the batch', run: () => form.current?.requestSubmit() }])
  if (ready.length === 0)
    return (
      <section className="card" aria-labelledby="new-batch">
        <div className="card__head">
          <h2 id="new-batch">New batch</h2>
        </div>
        <p className="muted">
          There is nothing for a batch. A withdrawal comes here once two people have approved it.
        </p>
      </section>
    )
  return (
    <section className="card" aria-labelledby="new-batch">
      <div className="card__head">
        <h2 id="new-batch">New batch</h2>
      </div>
      <form
        className="stack stack--14"
        ref={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setChecked(true)
          if (reason.trim() !== '' && (!needsAccount || from)) void make.run()
        }}
      >
        {make.failure && (
          <Alert variant="error" title="No batch was made">
            {make.failure}
          </Alert>
        )}
        {ours && (
          <p>
            <span className="muted">From our account</span> {ours.bank} · {ours.bsb} ending {ours.ending}
          </p>
        )}
        {needsAccount && (
          <TextInput
            label="From our account"
            hint="Bank, our user id there, BSB and number: CBA,301500,062-000,10001234. An administrator can set it for good under House, Settings."
            required
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            {...(isChecked && !from && { error: 'Write it like CBA,301500,062-000,10001234' })}
          />
        )}
        <Effect
          sentences={[
            {
              icon: FileIcon,
              text: (
                <>
                  Makes one {region === 'AU' ? 'ABA' : 'CSV'} file of{' '}
                  <b>
                    {count(ready.length, 'payment')}, {sum}
                  </b>
                  . The bank gets it once a second person has released it.
                </>
              ),
            },
            {
              icon: LockIcon,
              text: 'They can be in no other batch. The file stays the same each time it is taken.',
            },
            { icon: MailIcon, text: 'Families are told when the batch is marked as paid, not before.' },
          ]}
        />
        <ReasonField
          value={reason}
          onChange={setReason}
          error={isChecked && reason.trim() === '' ? 'Say why, like “Daily batch”' : undefined}
        />
        <Button type="submit" isBlock isBusy={make.isBusy}>
          Make batch of {sum} <Kbd>Ctrl Enter</Kbd>
        </Button>
        <UndoLine undo={null} instead="A single withdrawal can still be declined." />
      </form>
    </section>
  )
}
