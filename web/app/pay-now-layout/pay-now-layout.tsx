import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { LockIcon } from '../../ui/icon/lock.tsx'
import { Logo } from '../../ui/logo/logo.tsx'
import './pay-now-layout.css'
import '../page.css'

/** The frame of the payment pages, for signed-in families and guests alike. */
export function PayNowLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <header className="public__header">
        <Link className="header__logo" href="/">
          <Logo height={32} />
        </Link>
        <span className="public__promise sm muted">
          <LockIcon size="small" /> Secure payment
        </span>
      </header>
      <main className="public__main" id="main">
        {children}
      </main>
    </>
  )
}
