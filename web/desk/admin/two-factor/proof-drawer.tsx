import { useState } from 'react'
import { TextInput } from '../../../ui/text-input/text-input.tsx'
import { call } from '../../foundation/staff-client.ts'
import { Effect } from '../../ui/effect/effect.tsx'
import { ReasonDrawer } from '../../ui/reason/reason-drawer.tsx'
import { bindText } from '../../foundation/draft.ts'

type ProofDrawerProps = {
  step: 'renew' | 'remove'
  onClose: () => void
  /** With the new recovery codes, where there are some. */
  onDone: (codes?: readonly string[]) => void
}

/** An open session alone is not enough to change the second factor: a code from it is. */
export function ProofDrawer({ step, onClose, onDone }: ProofDrawerProps) {
  const [code, setCode] = useState('')
  const typed = code.replaceAll(' ', '')
  const isTotp = /^\d{6}$/.test(typed)
  const isRemoval = step === 'remove'
  async function change(reason: string): Promise<string | undefined> {
    if (isRemoval) {
      const proof = isTotp ? { totp: typed } : { recoveryCode: code.trim() }
      await call('POST /api/staff/two-factor/remove', { body: { ...proof, reason } })
      onDone()
      return 'Your authenticator app is removed.'
    }
    const made = await call('POST /api/staff/two-factor/recovery-codes', { body: { totp: typed, reason } })
    onDone(made.recoveryCodes)
    return undefined
  }
  return (
    <ReasonDrawer
      title={isRemoval ? 'Remove your authenticator app' : 'New recovery codes'}
      onClose={onClose}
      undo={isRemoval ? 'You can set it up again at any time.' : null}
      submitLabel={isRemoval ? 'Remove app' : 'Create new codes'}
      isDanger={isRemoval}
      isSubmitOff={isRemoval ? typed === '' : !isTotp}
      act={change}
      rereads={['GET /api/staff/two-factor']}
    >
      <TextInput
        label={isRemoval ? 'Code from the app, or a recovery code' : 'Code from the app'}
        autoComplete="one-time-code"
        required
        {...bindText(code, setCode)}
      />
      <Effect
        sentences={[
          isRemoval
            ? 'You will log in with only the code sent by text message.'
            : 'Your existing recovery codes stop working.',
        ]}
      />
    </ReasonDrawer>
  )
}
