import { useId, type ReactNode } from 'react'

type GallerySectionProps = { title: string; isGrid?: boolean; children: ReactNode }

/** One piece in all its states. */
export function GallerySection({ title, isGrid = false, children }: GallerySectionProps) {
  const id = useId()
  return (
    <section className="gallery__section" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {isGrid ? <div className="gallery__grid">{children}</div> : children}
    </section>
  )
}
