import type { ReactNode } from 'react'
import { useSettings } from '../../session/settings.ts'

/** The terms agreed to by confirming, with links to the documents they name. */
export function ConfirmText({ text }: { text: string }) {
  const settings = useSettings()
  const links = [
    { words: 'Larkwell Plus terms', href: settings?.fundedTermsUrl },
    { words: 'privacy policy', href: settings?.privacyUrl },
  ]
  // A later wording may not name the documents; then link them at the end.
  const unnamed = links.filter(({ words }) => !text.includes(words))
  return (
    <p className="xs muted">
      {linked(text, links)}
      {unnamed.map((link) => (
        <span key={link.words}> {anchor(link)}</span>
      ))}
    </p>
  )
}

type TextLink = { words: string; href: string | undefined }

function linked(text: string, links: TextLink[]): ReactNode[] {
  const [link, ...rest] = links
  if (!link) return [text]
  const at = text.indexOf(link.words)
  if (at < 0) return linked(text, rest)
  return [
    ...linked(text.slice(0, at), rest),
    anchor(link),
    ...linked(text.slice(at + link.words.length), rest),
  ]
}

/** Opens in a new tab, because leaving would clear the form. */
function anchor({ words, href }: TextLink): ReactNode {
  return (
    <a key={words} href={href} target="_blank" rel="noreferrer">
      {words}
      <span className="sr"> (opens in a new tab)</span>
    </a>
  )
}
