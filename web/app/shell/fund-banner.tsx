import type { Account } from '#contract/accounts.ts'
import { store, useStored } from '../../session/storage.ts'
import { buttonClass, IconButton } from '../../ui/button/button.tsx'
import { CloseIcon } from '../../ui/icon/close.tsx'
import { FundArt } from '../../ui/spot-art/fund.tsx'
import '../../ui/banner/banner.css'

/** An invitation to give, shown until it is accepted or dismissed. A dismissal applies to the whole browser. */
export function FundBanner({ contribution }: { contribution: Account['voluntaryContribution'] }) {
  const isDismissed = useStored('notificationDismissed') === 'true'
  if (isDismissed || !contribution?.inviteUrl || contribution.status === 'Active') return null
  return (
    <section className="banner banner--slim banner--gold" aria-label="Notice">
      <FundArt width={46} />
      <div className="banner__text stack stack--4">
        <p>
          Support other families with a donation to the <strong>Families Innovation Fund</strong>.
        </p>
      </div>
      <div className="banner__actions">
        <a
          className={buttonClass({ look: 'tertiary', size: 'small' })}
          href={contribution.inviteUrl}
          target="_blank"
          rel="noopener noreferrer"
        >
          <span>Donate</span>
        </a>
        <IconButton
          icon={CloseIcon}
          size="small"
          label="Dismiss"
          onClick={() => store('notificationDismissed', 'true')}
        />
      </div>
    </section>
  )
}
