import type { Plugin } from 'vite'

const order = '@layer reset, base, layout, components, utilities;'

/** Begins every style sheet that uses our layers with their order, because any of them may load first. */
export function layerOrder(): Plugin {
  return {
    name: 'layer-order',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.css$/, exclude: /node_modules/ }, code: /@layer/ },
      handler: (styles) => order + styles,
    },
  }
}
