// Shows the page in a frame, and carries its requests to the kernel and the answers back.
function render({ model, el }) {
  const still = document.getElementById(model.get("still"));
  if (still) still.hidden = true;
  const frame = document.createElement("iframe");
  Object.assign(frame.style, { width: "100%", border: "0", height: `${model.get("height")}px` });
  frame.title = "menace";
  const address = URL.createObjectURL(new Blob([model.get("page")], { type: "text/html" }));
  frame.src = `${address}#${model.get("name")}`;
  const ask = ({ source, data }) => {
    if (source !== frame.contentWindow || !data || !data.menace) return;
    const { body, ...content } = data;
    model.send(content, undefined, [body]);
  };
  const answer = (content, buffers) => {
    if (!content.menace || !frame.contentWindow) return;
    const view = buffers[0];
    const bytes = new Uint8Array(view.buffer ? view.buffer.slice(view.byteOffset, view.byteOffset + view.byteLength) : view);
    frame.contentWindow.postMessage({ menace: content.menace, status: content.status, bytes }, "*");
  };
  addEventListener("message", ask);
  model.on("msg:custom", answer);
  el.append(frame);
  return () => {
    removeEventListener("message", ask);
    model.off("msg:custom", answer);
    URL.revokeObjectURL(address);
  };
}
export default { render };
