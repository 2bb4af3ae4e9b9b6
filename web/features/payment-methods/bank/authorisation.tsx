import { useDownload } from '../../../session/use-download.ts'
import { LinkButton } from '../../../ui/button/button.tsx'
import { Consent } from '../../../ui/checkbox/consent.tsx'

const agreement = 'Direct Debit Agreement'

type AuthorisationProps = {
  accountId: string
  /** As the server gives it, word for word: it is what the customer agrees to. */
  text: string
  isGiven: boolean
  onChange: (isGiven: boolean) => void
}

export function Authorisation({ accountId, text, isGiven, onChange }: AuthorisationProps) {
  const { isBusy, start } = useDownload()
  const [before, ...after] = text.split(agreement)
  const link = (
    <LinkButton
      isBusy={isBusy}
      onClick={() =>
        start(
          'GET /api/portal/customer/account/:accountId/direct-debit-agreement',
          { params: { accountId } },
          'direct-debit-agreement.pdf',
        )
      }
    >
      {agreement}
    </LinkButton>
  )
  const isNamed = after.length > 0
  return (
    <Consent
      required
      isChecked={isGiven}
      onChange={onChange}
      label={
        isNamed ? (
          <>
            {before}
            {link}
            {after.join(agreement)}
          </>
        ) : (
          text
        )
      }
    >
      {!isNamed && link}
    </Consent>
  )
}
