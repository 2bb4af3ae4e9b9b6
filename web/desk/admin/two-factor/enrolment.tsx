import { useState } from 'react'
import { Button } from '../../../ui/button/button.tsx'
import { Card } from '../../../ui/card/card.tsx'
import { CopyField } from '../../../ui/copy-field/copy-field.tsx'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { bindText, submitting } from '../../foundation/draft.ts'
import { refresh } from '../../foundation/read.ts'
import { call, type StaffReply } from '../../foundation/staff-client.ts'
import { useAction } from '../../foundation/use-action.ts'
import { isEnrolledNow } from '../../foundation/enrolment.ts'
import { QrCode } from './qr-code.tsx'

/** One's own app needs no reason of one's own. */
export const reason = 'Set up at the desk'

export type Secret = StaffReply<'POST /api/staff/two-factor'>

/** The secret is shown once, here. It counts once a code from the app has confirmed it. */
export function Enrolment({
  secret,
  onDone,
  onCancel,
}: {
  secret: Secret
  onDone: (codes: readonly string[]) => void
  onCancel: () => void
}) {
  const [code, setCode] = useState('')
  const confirm = useAction(async () => {
    const { recoveryCodes } = await call('POST /api/staff/two-factor/confirm', {
      body: { totp: code.replaceAll(' ', ''), reason },
    })
    onDone(recoveryCodes)
    isEnrolledNow()
    await refresh()
  })
  return (
    <Card title="Set up your authenticator app">
      <form className="stack stack--14" noValidate onSubmit={submitting(() => confirm.run())}>
        <p>1. Scan this code with your app, or enter the key.</p>
        <QrCode text={secret.url} label="QR code for your app. The key is also shown as text below." />
        <CopyField label="Key" value={secret.key.replace(/(.{4})(?=.)/g, '$1 ')} />
        <p>2. Enter the six-digit code from the app.</p>
        <TextInput
          label="Code from the app"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={7}
          required
          {...bindText(code, setCode)}
          error={confirm.failure}
        />
        <div className="row">
          <Button look="secondary" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" isBusy={confirm.isBusy} disabled={!/^\d{3} ?\d{3}$/.test(code)}>
            Confirm
          </Button>
        </div>
      </form>
    </Card>
  )
}
