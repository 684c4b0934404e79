// Makes the search work in pages that are opened as files, where a browser starts no worker: its script runs in a frame.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      this.waiting = [];
      document.addEventListener("DOMContentLoaded", () => this.start(url));
      if (document.readyState !== "loading") this.start(url);
    }

    start(url) {
      if (this.frame) return;
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.append(this.frame);
      const inside = this.frame.contentWindow;
      inside.postMessage = data => setTimeout(() => this.dispatchEvent(new MessageEvent("message", {data})));
      const script = inside.document.createElement("script");
      script.src = url;
      script.onload = () => {
        this.ready = true;
        this.waiting.splice(0).forEach(data => this.postMessage(data));
      };
      inside.document.head.append(script);
    }

    postMessage(data) {
      if (!this.ready) return this.waiting.push(data);
      const inside = this.frame.contentWindow;
      setTimeout(() => inside.dispatchEvent(new inside.MessageEvent("message", {data})));
    }

    terminate() {
      this.frame.remove();
    }
  };
}
