import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Redirect, useLocation, useSearchParams } from 'wouter'
import type { Account } from '#contract/accounts.ts'
import { isListedFirst } from '#domain/accounts.ts'
import { safeRedirect } from '#domain/redirect.ts'
import { logOut } from '../../session/log-out.ts'
import { chooseAccount, wasLastAccount } from '../../session/session.ts'
import { useStored } from '../../session/storage.ts'
import { readToken } from '../../session/token.ts'
import { ownPaths } from './own-paths.ts'
import { Button, LinkButton } from '../../ui/button/button.tsx'
import { Heading } from '../../ui/heading/heading.tsx'
import { ChevronDownIcon } from '../../ui/icon/chevron-down.tsx'
import { ChevronUpIcon } from '../../ui/icon/chevron-up.tsx'
import { PhoneOrEmail } from '../../support/phone-or-email.tsx'
import { Bone, Skeleton } from '../../ui/skeleton/skeleton.tsx'
import { AccountList } from './account-list.tsx'
import { accountsQuery } from './accounts-query.ts'

export function AccountSelectionPage() {
  const token = useStored('token')
  const [search] = useSearchParams()
  const redirect = search.get('redirect')
  const person = readToken(token)
  if (person === null) {
    return <Redirect to={redirect ? `/login?redirect=${encodeURIComponent(redirect)}` : '/login'} replace />
  }
  return <AccountChoice email={person.email} destination={safeRedirect(redirect, ownPaths)} />
}

function AccountChoice({ email, destination }: { email: string; destination: string }) {
  const [, navigate] = useLocation()
  const { data: accounts } = useQuery(accountsQuery)
  // Without a choice to make, or back in the account in which the session ended.
  const only =
    accounts?.length === 1 ? accounts[0] : accounts?.find(({ accountId }) => wasLastAccount(accountId))

  function choose(account: Account) {
    chooseAccount(account)
    navigate(destination, { replace: true })
  }

  useEffect(() => {
    if (only) choose(only)
    // oxlint-disable-next-line react/exhaustive-deps -- the choice is made once, for the account that came
  }, [only])

  if (!accounts || only) return <AccountsLoading />
  if (accounts.length === 0) return <NoAccounts email={email} />
  return (
    <>
      <div className="auth__head">
        <Heading title="Choose an account" />
        <p>Please select the account you'd like to access:</p>
      </div>
      <Choices accounts={accounts} onChoose={choose} />
      <p className="sm muted">
        Logged in as <strong className="account-email">{email}</strong>.{' '}
        <LinkButton onClick={logOut}>Logout</LinkButton>
      </p>
    </>
  )
}

function Choices({
  accounts,
  onChoose,
}: {
  accounts: readonly Account[]
  onChoose: (account: Account) => void
}) {
  const listed = accounts.filter(isListedFirst)
  // With nothing else to choose from, they are shown at once.
  const [showsInactive, setShowsInactive] = useState(listed.length === 0)
  const inactive = accounts.filter((account) => !isListedFirst(account))
  return (
    <div className="accounts" style={{ gridTemplateRows: rowsFor(listed.length, inactive.length) }}>
      {listed.length === 0 && <p className="muted">You have no active accounts.</p>}
      <AccountList accounts={listed} onChoose={onChoose} />
      {inactive.length > 0 && (
        <div>
          <Button
            look="borderless"
            size="small"
            isFlush
            iconAfter={showsInactive ? ChevronUpIcon : ChevronDownIcon}
            aria-expanded={showsInactive}
            onClick={() => setShowsInactive(!showsInactive)}
          >
            {showsInactive ? 'Hide inactive accounts' : 'Show inactive accounts'}
          </Button>
        </div>
      )}
      {showsInactive && <AccountList accounts={inactive} onChoose={onChoose} isInactive />}
    </div>
  )
}

/** The button between the lists is no row of them, nor is the sentence in place of the first. */
function rowsFor(listedCount: number, inactiveCount: number): string {
  const first = listedCount === 0 ? 'auto' : `repeat(${listedCount}, 1fr)`
  return inactiveCount === 0 ? first : `${first} auto`
}

function NoAccounts({ email }: { email: string }) {
  return (
    <>
      <div className="auth__head">
        <Heading title="No accounts yet" />
        <p>
          There is no account on your login <strong className="account-email">{email}</strong> yet. Call{' '}
          <PhoneOrEmail />, and we'll help you find it.
        </p>
      </div>
      <Button look="secondary" size="large" isBlock onClick={logOut}>
        Logout
      </Button>
    </>
  )
}

function AccountsLoading() {
  return (
    <Skeleton label="Loading your accounts">
      <div className="stack stack--12">
        <Bone width="70%" height={44} />
        <Bone width="85%" height={26} />
        <Bone height={78} top={18} />
        <Bone height={78} />
      </div>
    </Skeleton>
  )
}
