import { useState } from 'react'
import { Button } from '../../ui/button/button.tsx'
import { TextInput } from '../../ui/text-input/text-input.tsx'
import { call } from '../api/staff-client.ts'
import { useAction } from '../api/use-action.ts'
import type { Chosen } from './match-choices.tsx'

/** By the short id that families quote, which is on everything we send them. */
export function OtherFamily({ onChoose }: { onChoose: (chosen: Chosen | undefined) => void }) {
  const [typed, setTyped] = useState('')
  const [found, setFound] = useState<{ names: string; shortId: string }>()
  const [missing, setMissing] = useState<string>()
  const search = useAction(async () => {
    const shortId = typed.trim().toUpperCase()
    const [account] = await call('GET /api/staff/accounts', { query: { shortId } })
    setFound(account && { names: account.memberNames, shortId: account.shortId })
    setMissing(account ? undefined : `There is no account ${shortId}. Ctrl K finds a family by name.`)
    const familyName = account?.memberNames.split(',')[0]?.trim().split(' ').at(-1) ?? null
    onChoose(account && { accountId: account.id, shortId: account.shortId, familyName })
  })
  return (
    <div className="pile">
      <div className="row other-family">
        <TextInput
          label="Account of the family"
          placeholder="LW12345"
          value={typed}
          error={missing ?? search.failure}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            event.preventDefault()
            void search.run()
          }}
        />
        <Button look="secondary" isBusy={search.isBusy} onClick={() => void search.run()}>
          Look up
        </Button>
      </div>
      {found && (
        <p role="status">
          <span className="semibold">{found.names}</span> <span className="muted num">{found.shortId}</span>
        </p>
      )}
    </div>
  )
}
