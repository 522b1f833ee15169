import { useEffect, useState } from 'react'
import { withType } from './use-made.ts'

/** A chosen drawing as a picture, so nothing in it runs. */
export function Drawing({ file }: { file: File }) {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    const reader = new FileReader()
    reader.onload = () => setUrl(String(reader.result))
    reader.readAsDataURL(withType(file))
  }, [file])
  return url ? <img className="crop-stage" src={url} alt="" /> : null
}
