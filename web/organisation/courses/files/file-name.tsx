export function FileName({ file }: { file: File }) {
  return (
    <b className="file-name">
      <bdi dir="ltr">{file.name}</bdi>
    </b>
  )
}
