import { useState } from 'react'
import type { StaffAccount } from '#contract/staff-accounts.ts'
import type { ActionEffect } from '#contract/staff-actions.ts'
import { ApiError } from '../../api/api-error.ts'
import { Alert } from '../../ui/alert/alert.tsx'
import { bind, useDraft } from '../foundation/draft.ts'
import { refresh } from '../foundation/read.ts'
import { call } from '../foundation/staff-client.ts'
import { useAction } from '../foundation/use-action.ts'
import { Drawer } from '../ui/drawer/drawer.tsx'
import { ReasonField } from '../ui/reason/reason-field.tsx'
import { showDone } from '../foundation/toast.ts'
import { familyName, withAccount, type Action } from './action.ts'
import { EffectOfAction } from './effect-of-action.tsx'
import { FamilyReadsField } from './family-reads-field.tsx'
import { eventsIn, Meanwhile, type Difference } from './meanwhile.tsx'
import { usePreview } from './use-preview.ts'

type ActionDrawerProps = {
  action: Action<unknown>
  account: StaffAccount
  given: URLSearchParams
  onClose: () => void
}

const missingReason = 'Field is required'
/** The id makes it safe to say so. */
const lostReply = 'The server could not be reached. Try again: the action is carried out only once.'

/** One action of a family: what, what it does, what the family reads, why; and then it is done once. */
export function ActionDrawer({ action, account, given: params, onClose }: ActionDrawerProps) {
  const { Form } = action
  const accountId = account.id
  // Kept until it is done: a reply that was lost is asked for again, and nothing is done twice.
  const [actionId] = useState(() => crypto.randomUUID())
  // As it was when the drawer opened: the page behind it keeps itself up to date.
  const [opened] = useState(account)
  const form = useDraft(() => action.begin(account, params) as object)
  const { draft } = form
  const [words, setWords] = useState('')
  const [reason, setReason] = useState(params.get('reason') ?? '')
  const [wasTried, setTried] = useState(false)
  const [changed, setChanged] = useState<Difference>()
  const command = withAccount(action.command(draft, account, actionId), accountId)
  const ownWords = action.hasOwnWords ? '' : words.trim()
  const preview = usePreview(accountId, command, ownWords)
  const { effect } = preview
  const doIt = useAction(async (shown: ActionEffect) => {
    if (!command) return
    try {
      const done = await call('POST /api/staff/accounts/:accountId/actions', {
        params: { accountId },
        body: {
          id: actionId,
          ...command,
          ...(ownWords && { words: ownWords }),
          seen: shown.seen,
          reason: `${action.reasonStart?.(draft) ?? ''}${reason.trim()}`,
        },
      })
      onClose()
      showDone(done.said, done.undo.isPossible ? () => undo(accountId, done.id) : undefined)
      await refresh()
    } catch (error) {
      // What could be done when it was shown, and cannot now, was overtaken as well.
      if (!(error instanceof ApiError) || error.status !== 409) throw error
      const after = await call('GET /api/staff/accounts/:accountId', { params: { accountId } })
      const now = await preview.refetch()
      const difference = { seen: shown, now, before: opened, after }
      if (error.code !== 'effect_changed' && eventsIn(difference).length === 0) throw error
      setChanged(difference)
      await refresh()
    }
  })
  const refused = preview.error instanceof ApiError ? preview.error : undefined
  const errors = fieldsOf(doIt.error) ?? fieldsOf(refused) ?? {}
  function submit() {
    setTried(true)
    if (effect && reason.trim() !== '') void doIt.run(effect)
  }
  const isLost = doIt.error instanceof ApiError && doIt.error.status === 0
  const label = action.submitLabel(draft, account)
  return (
    <Drawer
      title={action.title}
      lead={`${familyName(account)} · ${account.shortId}`}
      onClose={onClose}
      undo={preview.shown?.undo.words}
      submitLabel={
        preview.shown?.needsTwoPeople ? `Ask: ${label.charAt(0).toLowerCase()}${label.slice(1)}` : label
      }
      onSubmit={submit}
      isBusy={doIt.isBusy}
      isSubmitOff={effect === undefined}
      isDanger={action.isDanger ?? false}
      failure={isLost ? lostReply : doIt.failure}
    >
      {changed && <Meanwhile difference={changed} />}
      {preview.shown?.needsTwoPeople && (
        <Alert variant="info" title="This needs a second approval">
          Nothing happens until someone else in Operations approves it.
        </Alert>
      )}
      <Form account={account} errors={errors} {...form} {...bind({ ...form, errors })} />
      <EffectOfAction preview={preview} refused={refused} isComplete={command !== undefined} />
      {preview.shown && (
        <FamilyReadsField
          messages={preview.shown.familyReads}
          {...(!action.hasOwnWords && { words, onWords: setWords })}
        />
      )}
      <ReasonField
        value={reason}
        onChange={setReason}
        error={wasTried && reason.trim() === '' ? missingReason : undefined}
      />
    </Drawer>
  )
}

function fieldsOf(error: unknown): Record<string, string> | undefined {
  return error instanceof ApiError && error.status === 400 ? error.fields : undefined
}

async function undo(accountId: string, actionId: string): Promise<void> {
  await call('POST /api/staff/accounts/:accountId/actions/:actionId/undo', {
    params: { accountId, actionId },
    body: { reason: 'Undone immediately from the desk' },
  })
  await refresh()
}
