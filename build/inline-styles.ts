import type { Plugin } from 'vite'

const LINK = /<link rel="stylesheet"[^>]*href="\/([^"]+)"[^>]*>/g

/**
 * Vite plugin: puts the page's own styles inline, since a request for them would hold up the first paint.
 * A link that loads nothing stays behind: without it Vite's loader would fetch the same styles for the first screen.
 */
export function inlineStyles(): Plugin {
  return {
    name: 'inline-styles',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (!bundle) return html
        return html.replace(LINK, (link, file: string) => {
          const asset = bundle[file]
          if (asset?.type !== 'asset') return link
          return `<style>${String(asset.source).trim()}</style><link rel="stylesheet" href="/${file}" disabled>`
        })
      },
    },
  }
}
