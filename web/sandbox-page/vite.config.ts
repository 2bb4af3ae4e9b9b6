import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { layerOrder } from '../build/layer-order.ts'
import { subsetFonts } from '../build/subset-fonts.ts'

/** The sandbox serves the page from its own folder, so that it is no part of the portal's build. */
export default defineConfig({
  base: '/_sandbox/',
  publicDir: false,
  plugins: [react(), layerOrder(), subsetFonts()],
  build: {
    outDir: '../../sandbox/dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: `${import.meta.dirname}/sandbox-page.html` },
  },
})
