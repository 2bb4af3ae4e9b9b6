import { useState } from 'react'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { refresh } from '../../foundation/read.ts'
import { call } from '../../foundation/staff-client.ts'
import { useAction } from '../../foundation/use-action.ts'
import { Drawer } from '../../ui/drawer/drawer.tsx'
import { Effect } from '../../ui/effect/effect.tsx'
import { ReasonField } from '../../ui/reason/reason-field.tsx'
import { showDone } from '../../foundation/toast.ts'

type ProofDrawerProps = {
  step: 'renew' | 'remove'
  onClose: () => void
  /** With the new recovery codes, where there are some. */
  onDone: (codes?: readonly string[]) => void
}

/** An open session alone is not enough to change the second factor: a code from it is. */
export function ProofDrawer({ step, onClose, onDone }: ProofDrawerProps) {
  const [code, setCode] = useState('')
  const [reason, setReason] = useState('')
  const typed = code.replaceAll(' ', '')
  const isTotp = /^\d{6}$/.test(typed)
  const isRemoval = step === 'remove'
  const act = useAction(async () => {
    if (isRemoval) {
      const proof = isTotp ? { totp: typed } : { recoveryCode: code.trim() }
      await call('POST /api/staff/two-factor/remove', { body: { ...proof, reason } })
      showDone('Your authenticator app is removed.')
      onDone()
    } else {
      const made = await call('POST /api/staff/two-factor/recovery-codes', { body: { totp: typed, reason } })
      onDone(made.recoveryCodes)
    }
    await refresh('GET /api/staff/two-factor')
  })
  return (
    <Drawer
      title={isRemoval ? 'Remove your authenticator app' : 'New recovery codes'}
      onClose={onClose}
      undo={isRemoval ? 'You can set it up again at any time.' : null}
      submitLabel={isRemoval ? 'Remove app' : 'Create new codes'}
      isDanger={isRemoval}
      isBusy={act.isBusy}
      isSubmitOff={reason.trim() === '' || (isRemoval ? typed === '' : !isTotp)}
      onSubmit={() => void act.run()}
      failure={act.failure}
    >
      <TextInput
        label={isRemoval ? 'Code from the app, or a recovery code' : 'Code from the app'}
        autoComplete="one-time-code"
        required
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
      <Effect
        sentences={[
          {
            text: isRemoval
              ? 'You will log in with only the code sent by text message.'
              : 'Your existing recovery codes stop working.',
          },
        ]}
      />
      <ReasonField value={reason} onChange={setReason} />
    </Drawer>
  )
}
