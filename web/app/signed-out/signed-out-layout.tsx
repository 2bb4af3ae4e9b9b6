import { useEffect, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { regionFacts, regions } from '#domain/region.ts'
import { useRegion } from '../../session/session.ts'
import { useSupport } from '../../session/settings.ts'
import { store } from '../../session/storage.ts'
import { Logo } from '../../ui/logo/logo.tsx'
import { PhoneLink } from '../../ui/phone-link/phone-link.tsx'
import { Segmented } from '../../ui/segmented/segmented.tsx'
import './signed-out.css'

const regionOptions = regions.map((region) => ({ value: region, label: regionFacts[region].name }))

type SignedOutLayoutProps = { url: string; isWide?: boolean; children: ReactNode }

/** Adds a page's wrapper class to the body while the page at `url` is open. */
export function SignedOutLayout({ url, isWide, children }: SignedOutLayoutProps) {
  const [path] = useLocation()
  useEffect(() => {
    document.body.classList.toggle('page-wrapper', url === path)
    return () => document.body.classList.remove('page-wrapper')
  }, [url, path])
  return (
    <div className="auth">
      <a className="skip" href="#main">
        Skip to content
      </a>
      <div className="auth__side">
        <header>
          <Link className="header__logo" href="/">
            <Logo height={34} />
          </Link>
        </header>
        <main className={isWide ? 'auth__main auth__main--wide' : 'auth__main'} id="main">
          {children}
        </main>
        <Foot />
      </div>
      <div className="auth__hero">
        <div />
      </div>
    </div>
  )
}

function Foot() {
  const region = useRegion()
  const { phone } = useSupport()
  return (
    <footer className="auth__foot row row--between sm muted">
      <span>
        Need help? Call{' '}
        <span className="auth__phone">
          <PhoneLink phone={phone} />
        </span>
      </span>
      <Segmented
        legend="Region"
        size="small"
        options={regionOptions}
        value={region}
        onChange={(chosen) => store('region', chosen)}
      />
    </footer>
  )
}
