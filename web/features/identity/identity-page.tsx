import { useQuery } from '@tanstack/react-query'
import type { Account } from '#contract/accounts.ts'
import type { IdentityState } from '#contract/identity.ts'
import { useSettings } from '../../session/settings.ts'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { EmptyCard } from '../../ui/empty/empty.tsx'
import { PageHeader } from '../../ui/page-header/page-header.tsx'
import { ReviewArt } from '../../ui/spot-art/review.tsx'
import { SuccessArt } from '../../ui/spot-art/success.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { useIdentityDraft } from './identity-draft.ts'
import { IdentityForm } from './identity-form.tsx'
import { identityQuery } from './identity-query.ts'
import { IdentitySkeleton } from './identity-skeleton.tsx'
import '../../ui/split/split.css'
import './identity.css'

/** Identity check: a licence or passport, verified by its issuer or by staff. */
export function IdentityPage({ account }: { account: Account }) {
  const { data: state } = useQuery(identityQuery(account.accountId))
  return (
    <>
      <PageHeader title="Verify your identity" lead={<Lead />} />
      {state ? (
        <Step key={account.accountId} account={account} state={state} />
      ) : (
        <div className="split">
          <IdentitySkeleton />
          <HowItWorks />
        </div>
      )}
    </>
  )
}

function Lead() {
  const settings = useSettings()
  return (
    <>
      ID verification is required by law. Read how we look after your details in our{' '}
      <a href={settings?.privacyUrl} target="_blank" rel="noreferrer">
        privacy policy<span className="sr"> (opens in a new tab)</span>
      </a>
      .
    </>
  )
}

function Step({ account, state }: { account: Account; state: IdentityState }) {
  const { progress, way } = useIdentityDraft(account)
  const { step } = state
  // A check or upload is about to finish; its outcome decides the next step.
  if (progress === undefined) {
    if (step === 'NotNeeded') return <NothingToVerify />
    if (step === 'InReview') return <InReview />
  }
  const serverWay = step === 'Upload' ? step : 'Check'
  return (
    <div className="split">
      <IdentityForm account={account} state={state} serverWay={serverWay} />
      <HowItWorks way={way ?? serverWay} />
    </div>
  )
}

function InReview() {
  return (
    <EmptyCard art={ReviewArt} title="We're checking your document" action={<ToOverview />}>
      There is nothing to do for now. We'll email you when it's done.
    </EmptyCard>
  )
}

function NothingToVerify() {
  return (
    <EmptyCard art={SuccessArt} title="There is nothing to verify" action={<ToOverview />}>
      We don't need anything from you here.
    </EmptyCard>
  )
}

function ToOverview() {
  return <ButtonLink href="/">Go to overview</ButtonLink>
}
