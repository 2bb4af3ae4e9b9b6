import { suggestedEmail } from '#domain/email-suggestion.ts'
import { LinkButton } from '../../ui/button/button.tsx'

type SuggestedEmailProps = { email: string; isBusy?: boolean; onChoose: (email: string) => void }

/** "Did you mean …@gmail.com?" Only a suggestion: some domains look like a mistake and are none. */
export function SuggestedEmail({ email, isBusy, onChoose }: SuggestedEmailProps) {
  const suggested = suggestedEmail(email)
  if (suggested === null) return null
  return (
    <>
      Did you mean{' '}
      <LinkButton isBusy={isBusy} onClick={() => onChoose(suggested)}>
        {suggested}
      </LinkButton>
      ?
    </>
  )
}
