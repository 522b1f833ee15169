import type { Plugin } from 'vite'

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g

/** Vite plugin: puts the page's own styles inline, since a request for them would hold up the first paint. */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        return html.replace(LINK, (link, file: string) => {
          const asset = bundle[file]
          return asset?.type === 'asset' ? `<style>${String(asset.source).trim()}</style>` : link
        })
      },
    },
  }
}
