/** The twig in the corner of several pictures. */
export function Twig({ transform, isPale = false }: { transform: string; isPale?: boolean }) {
  const leaf = isPale ? 'var(--art-leaf-2)' : 'var(--art-leaf)'
  return (
    <g transform={transform} fill={leaf}>
      <path d="M0 0C1-16 0-30 3-46" stroke={leaf} strokeWidth="2.5" fill="none" strokeLinecap="round" />
      <path d="M1 -12c-7-1 -13-6 -16-14 8 0 15 5 16 14z" />
      <path d="M1 -22c7-1 13-6 16-14 -8 0 -15 5 -16 14z" />
      <path d="M1 -32c-7-1 -13-6 -16-14 8 0 15 5 16 14z" />
      <path d="M3-44c5-4 6-10 3-17-5 4-7 11-3 17z" />
    </g>
  )
}
