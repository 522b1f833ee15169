import { Marked } from 'marked'
import { RichText } from '../ui/rich-text/rich-text.tsx'

const parser = new Marked({ gfm: true })

export function Markdown({ source }: { source: string }) {
  return <RichText html={parser.parse(source, { async: false })} />
}
