import { Link } from 'wouter'
import { ButtonLink } from '../../ui/button/button-link.tsx'
import { Heading } from '../../ui/heading/heading.tsx'
import { Logo } from '../../ui/logo/logo.tsx'
import { SignpostArt } from '../../ui/spot-art/signpost.tsx'
import './not-found.css'

export function NotFound({ link }: { link: { href: string; label: string } }) {
  return (
    <>
      <header className="not-found__header">
        <Link className="header__logo" href="/">
          <Logo height={32} />
        </Link>
      </header>
      <main className="not-found">
        <SignpostArt width={240} />
        <Heading title="Page not found" />
        <p>The page you are looking for has moved or does not exist.</p>
        <ButtonLink size="large" href={link.href}>
          {link.label}
        </ButtonLink>
      </main>
    </>
  )
}
