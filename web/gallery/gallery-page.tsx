import { Redirect } from 'wouter'
import { useSettings } from '../session/settings.ts'
import { Heading } from '../ui/heading/heading.tsx'
import { ActionsGallery } from './actions.tsx'
import { AddressGallery } from './addresses.tsx'
import { BannersAndChartsGallery } from './banners-and-charts.tsx'
import { FeedbackGallery } from './feedback.tsx'
import { InputsGallery } from './inputs.tsx'
import { OverlaysGallery } from './overlays.tsx'
import { TablesGallery } from './tables.tsx'
import './gallery.css'

/**
 * Every piece of `ui/` in every state, and the address that features ask for, for those who build with them.
 * Production has no such page.
 */
export function GalleryPage() {
  if (useSettings()?.environment === 'prod') return <Redirect to="/404" replace />
  return (
    <main className="gallery">
      <Heading title="Gallery" />
      <ActionsGallery />
      <FeedbackGallery />
      <BannersAndChartsGallery />
      <InputsGallery />
      <AddressGallery />
      <OverlaysGallery />
      <TablesGallery />
    </main>
  )
}
