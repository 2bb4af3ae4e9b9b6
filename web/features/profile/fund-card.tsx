import type { Account } from '#contract/accounts.ts'
import type { ContributionStatus } from '#domain/accounts.ts'
import { Badge, type BadgeTone } from '../../ui/badge/badge.tsx'
import { buttonClass } from '../../ui/button/button.tsx'
import { ExternalIcon } from '../../ui/icon/external.tsx'
import { FundArt } from '../../ui/spot-art/fund.tsx'

const badges: Record<ContributionStatus, { label: string; tone: BadgeTone }> = {
  Active: { label: 'Active', tone: 'success' },
  Inactive: { label: 'Inactive', tone: 'neutral' },
  InviteSent: { label: 'Invite sent', tone: 'info' },
}

/** The voluntary contribution: its status, and a way to start one. */
export function FundCard({
  contribution: { status, inviteUrl },
}: {
  contribution: NonNullable<Account['voluntaryContribution']>
}) {
  const isActive = status === 'Active'
  return (
    <section className="card card--flush split__aside" aria-labelledby="fund">
      <div className="fund__art">
        <FundArt width={210} />
      </div>
      <div className="fund__text stack stack--10">
        <div className="row row--between">
          <h2 id="fund">Families Innovation Fund</h2>
          <Badge tone={badges[status].tone}>{badges[status].label}</Badge>
        </div>
        <p className="muted">
          {isActive
            ? 'Thank you. Your voluntary contribution supports other families.'
            : 'A voluntary contribution that supports other families.'}
        </p>
        {!isActive && inviteUrl && (
          <a
            className={buttonClass({ isBlock: true })}
            href={inviteUrl}
            target="_blank"
            rel="noopener noreferrer"
          >
            <span>
              Donate <span className="sr">(opens in a new tab)</span>
            </span>
            <ExternalIcon />
          </a>
        )}
      </div>
    </section>
  )
}
