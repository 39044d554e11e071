import { render } from "preact";
import { App } from "./app";
import { applyTheme, currentTheme } from "./theme";
import "./style.css";

applyTheme(currentTheme());
render(<App />, document.getElementById("app")!);
